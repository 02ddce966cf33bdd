/** Savings products and accounts, as staff make them through the API. */
import { randomBytes } from 'node:crypto';
import type { Reply } from './client.ts';
import { must } from './people.ts';
import { moving, type Sacco } from './sacco.ts';

/** @returns the product's id */
export async function savingsProduct(sacco: Sacco, terms: object = {}): Promise<string> {
  const body = { name: `Savings ${randomBytes(3).toString('hex')}`, kind: 'regular', ...terms };
  return must(await sacco.project.session.post('/api/v1/sacco/savings-products', body)).body.id;
}

export const savingsPath = (member: string, account = '', what = ''): string =>
  ['/api/v1/sacco/members', member, 'savings-accounts', account, what].filter(Boolean).join('/');

/** @returns the account's id */
export async function savingsAccount(sacco: Sacco, member: string, product_id: string): Promise<string> {
  return must(await sacco.maker.post(savingsPath(member), { product_id })).body.id;
}

/** A fixed account of that product with its deposit. @returns the account's id */
export async function fixedAccount(
  sacco: Sacco,
  member: string,
  product_id: string,
  amount_minor: number,
): Promise<string> {
  const body = moving(amount_minor, { product_id, from: 'cash' });
  return must(await sacco.maker.post(savingsPath(member), body)).body.id;
}

/** The open savings accounts of a member by their ids, as the member shows them. */
export async function savingsOf(sacco: Sacco, member: string): Promise<Map<string, Reply['body']>> {
  const { body } = must(await sacco.maker.get(`/api/v1/sacco/members/${member}`));
  return new Map(body.savings_accounts.map((account: { id: string }) => [account.id, account]));
}

/** What an account holds, in minor units; undefined once it is closed. */
export async function savingsIn(sacco: Sacco, member: string, account: string): Promise<number | undefined> {
  return (await savingsOf(sacco, member)).get(account)?.['balance_minor'];
}

/** Bank and general accounts to test with, and what is requested about them. */
import { decide } from './lending.ts';
import { must } from './people.ts';
import { moving, type Sacco } from './sacco.ts';
import type { Reply } from './client.ts';

export const CHART = '/api/v1/accounting/chart';
export const ACCOUNTS = '/api/v1/accounting/accounts';
export const JOURNALS = '/api/v1/accounting/journals';
export const BANKINGS = '/api/v1/sacco/bankings';

/** Defines an account of the chart. @returns its id */
export async function newAccount(
  { project }: Pick<Sacco, 'project'>,
  code: string,
  { kind = 'bank', currency = 'KES', name = `Account ${code}` } = {},
): Promise<string> {
  return must(await project.session.post(ACCOUNTS, { code, name, kind, currency })).body.id;
}

/** The maker's request for a banking with the bank's reference. */
export function bank(
  { maker }: Pick<Sacco, 'maker'>,
  direction: string,
  { account, amount_minor }: { account: string; amount_minor: number },
): Promise<Reply> {
  return maker.post(
    BANKINGS,
    moving(amount_minor, { direction, account, reference: 'slip 7', memo: 'evening' }),
  );
}

/** A request of the maker that the checker approves. @returns the entry as it then is */
export async function approvedMovement(sacco: Sacco, asked: Promise<Reply>): Promise<Reply['body']> {
  const { body } = must(await asked);
  return must(await decide(sacco, body.approval_id)).body.entry;
}

/** Amounts by code, of the chart as it is now. */
export async function chartBalances({ maker }: Pick<Sacco, 'maker'>): Promise<Record<string, number>> {
  const { accounts } = must(await maker.get(CHART)).body;
  return Object.fromEntries(
    accounts.map((row: { code: string; balance_minor: number }) => [row.code, row.balance_minor]),
  );
}

/** The wallet as stored, how it is found and locked, and its account in the ledger. */
import { refusal } from '../../core/errors.ts';
import type { Currency } from '../../core/money.ts';
import type { Environment, Scope } from '../../core/scope.ts';
import type { Queryable, Transaction } from '../../db/connection.ts';
import { page, type Page, type PageRequest } from '../../db/page.ts';
import type { Context } from '../platform/context.ts';
import { getCustomer } from '../customers/index.ts';
import { accountId, ZERO_BALANCES, type AccountKey, type AccountBalances } from '../ledger/index.ts';

export interface WalletRow {
  id: string;
  project_id: string;
  environment: Environment;
  customer_id: string;
  currency: Currency;
  /** What the ledger account holds plus the credits under way. */
  balance_bound_minor: bigint;
  created_at: Date;
}

/** A wallet with what the ledger says of it. */
export interface Wallet extends WalletRow {
  account_id: string;
  counters: AccountBalances;
}

/** What names a wallet. */
export type WalletKey = Pick<WalletRow, 'customer_id' | 'currency'>;

export function walletAccount({ customer_id, currency }: WalletKey): AccountKey {
  return { kind: 'wallet', currency, owner: customer_id };
}

export function merchantAccount(currency: Currency): AccountKey {
  return { kind: 'merchant_available', currency, owner: '' };
}

export function findWallet(
  db: Queryable,
  scope: Scope,
  { customer_id, currency }: WalletKey,
): Promise<WalletRow | undefined> {
  return db<WalletRow>('wallets')
    .where({ customer_id, currency, project_id: scope.project_id, environment: scope.environment })
    .first();
}

/**
 * These wallets, locked until the transaction ends: only one at a time may decide whether a limit holds. Locked in id
 * order, so that two transactions never wait for each other; whoever also locks customers locks those first.
 * @param keys of customers whose book is known
 * @returns finds one of them; throws AppError `wallet_not_found`
 */
export async function lockWallets(
  trx: Transaction,
  keys: WalletKey[],
): Promise<(key: WalletKey) => WalletRow> {
  const { rows } = await trx.raw<{ rows: WalletRow[] }>(LOCK_WALLETS, [
    keys.map(({ customer_id }) => customer_id),
    keys.map(({ currency }) => currency),
  ]);
  const found = new Map(rows.map((row) => [walletName(row), row]));
  return (key) => {
    const row = found.get(walletName(key));
    if (!row) throw refusal('wallet_not_found', `The customer has no wallet in ${key.currency}.`);
    return row;
  };
}

const LOCK_WALLETS = `
  select * from wallets where (customer_id, currency) in (select * from unnest(?::text[], ?::text[]))
  order by id for no key update`;

function walletName({ customer_id, currency }: WalletKey): string {
  return `${customer_id} ${currency}`;
}

/** A customer's wallets, newest first. @throws AppError NOT_FOUND when there is no such customer */
export async function listWallets(
  ctx: Context,
  scope: Scope,
  customer_id: string,
  { limit, after }: PageRequest,
): Promise<Page<Wallet>> {
  await getCustomer(ctx.db, scope, customer_id);
  const query = ctx.db<WalletRow>('wallets').where({ customer_id });
  if (after) void query.where('id', '<', after);
  const found = page(await query.orderBy('id', 'desc').limit(limit + 1), limit, ({ id }) => id);
  return { ...found, items: await withCounters(ctx, scope, found.items) };
}

export async function withCounters(ctx: Context, scope: Scope, rows: WalletRow[]): Promise<Wallet[]> {
  const wallets = rows.map((row) => ({ ...row, account_id: accountId(row, walletAccount(row)) }));
  const counters = await ctx.ledger.balances(
    wallets.map(({ account_id }) => account_id),
    scope.clock.now(),
  );
  return wallets.map((each) => ({ ...each, counters: counters.get(each.account_id) ?? ZERO_BALANCES }));
}

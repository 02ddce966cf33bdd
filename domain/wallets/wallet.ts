/** Wallets: finding and locking them, and their accounts in the ledger. */
import { refusal } from '../../core/errors.ts';
import type { Currency } from '../../core/money.ts';
import type { Scope } from '../../core/scope.ts';
import { columnsOf } from '../../db/columns-of.ts';
import type { Queryable, Transaction } from '../../db/connection.ts';
import { scopeColumns, type ScopeColumns } from '../../db/model.ts';
import type { Page, PageRequest } from '../../db/page.ts';
import type { ScopedContext } from '../platform/unit.ts';
import { getCustomer } from '../customers/index.ts';
import {
  accounts,
  accountId,
  ZERO_BALANCES,
  type AccountKey,
  type AccountBalances,
} from '../ledger/index.ts';
import { Wallet, type WalletKey, type WalletRow } from './wallet.model.ts';
import { findWalletRows, lockWalletRows } from './wallet.sql.ts';

/** A wallet with its balances in the ledger. */
export interface WalletWithBalances extends WalletRow {
  account_id: string;
  balances: AccountBalances;
}

export function walletAccount({ customer_id, currency }: WalletKey): AccountKey {
  return { kind: 'wallet', currency, owner: customer_id };
}

export function merchantAccount(currency: Currency): AccountKey {
  return { kind: 'merchant_available', currency, owner: '' };
}

export async function findWallet(
  db: Queryable,
  scope: Scope,
  { customer_id, currency }: WalletKey,
): Promise<WalletRow | undefined> {
  return Wallet.query(db).inScope(scope).findOne({ customer_id, currency });
}

/** @returns finds one of these wallets */
export async function findWallets(
  db: Queryable,
  wanted: (WalletKey & { scope: Scope })[],
): Promise<(scope: Scope, key: WalletKey) => WalletRow | undefined> {
  const keys = wanted.map(({ scope, ...key }) => ({ ...scopeColumns(scope), ...key }));
  const rows = await findWalletRows(
    db,
    columnsOf(keys, 'project_id', 'environment', 'customer_id', 'currency'),
  );
  const name = ({ project_id, environment }: ScopeColumns, key: WalletKey) =>
    `${project_id} ${environment} ${walletName(key)}`;
  const found = new Map(rows.map((row) => [name(row, row), row]));
  return (scope, key) => found.get(name(scope, key));
}

/**
 * Locks wallets until the transaction ends: limits are checked by one transaction at a time. Where customers are locked, too,
 * they are locked first, which avoids deadlocks.
 * @param keys of customers whose scope is known
 * @returns finds one of them; throws AppError `wallet_not_found`
 */
export async function lockWallets(
  trx: Transaction,
  keys: WalletKey[],
): Promise<(key: WalletKey) => WalletRow> {
  const rows = await lockWalletRows(trx, columnsOf(keys, 'customer_id', 'currency'));
  const found = new Map(rows.map((row) => [walletName(row), row]));
  return (key) => {
    const row = found.get(walletName(key));
    if (!row) throw refusal('wallet_not_found', `The customer has no wallet in ${key.currency}.`);
    return row;
  };
}

function walletName({ customer_id, currency }: WalletKey): string {
  return `${customer_id} ${currency}`;
}

/** A customer's wallets, newest first. @throws AppError NOT_FOUND when there is no such customer */
export async function listWallets(
  base: ScopedContext,
  customer_id: string,
  request: PageRequest,
): Promise<Page<WalletWithBalances>> {
  const { ctx, scope } = base;
  await getCustomer(ctx.db, scope, customer_id);
  const found = await Wallet.query(ctx.db).inScope(scope).where({ customer_id }).paginate(request);
  return { ...found, items: await withBalances(base, found.items) };
}

export async function withBalances(base: ScopedContext, rows: WalletRow[]): Promise<WalletWithBalances[]> {
  const wallets = rows.map((row) => ({ account_id: accountId(row, walletAccount(row)), ...row }));
  const balances = await accounts.balances(
    base,
    wallets.map(({ account_id }) => account_id),
  );
  return wallets.map((each) => ({ balances: balances.get(each.account_id) ?? ZERO_BALANCES, ...each }));
}

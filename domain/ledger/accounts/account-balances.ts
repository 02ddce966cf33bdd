/** Accounts with what they hold now, and the sums over all accounts of a kind. */
import { encodeId, parseId } from '../../../core/ids.ts';
import type { Currency } from '../../../core/money.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import { page, type Page, type PageRequest } from '../../../db/page.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import type { AccountBalances, LedgerBackend } from '../backend.port.ts';
import { ZERO_BALANCES } from '../rules/balances.rules.ts';
import { accountKindOf, GENERIC_KINDS, type AccountKind } from '../rules/kinds.rules.ts';
import { findAccountOrNone, type AccountRow } from './accounts.ts';
import { ledgerNumber, scopeNumbers } from './books.ts';
import { findAccount } from './known-accounts.ts';
import { readBalances } from './read-balances.ts';

export interface Account extends AccountRow, AccountBalances {}

/** One account with what it holds now. @throws AppError NOT_FOUND `account_not_found` */
export async function readAccount({ ctx, scope }: ScopedContext, id: string): Promise<Account> {
  const [account, balances] = await Promise.all([
    findAccount(ctx.db, scope, id),
    readBalances({ ctx, scope }, [id]),
  ]);
  return { ...account, ...(balances.get(id) ?? ZERO_BALANCES) };
}

/** Accounts of a scope, newest first; the four generic kinds unless one kind is requested. */
export async function listAccounts(
  base: ScopedContext,
  request: PageRequest & { kind?: AccountKind | undefined; currency?: Currency | undefined },
): Promise<Page<Account>> {
  const { ctx, scope } = base;
  const { db } = ctx;
  const query = db<AccountRow>('ledger_accounts')
    .where(scopeColumns(scope))
    .whereIn('kind', request.kind ? [request.kind] : GENERIC_KINDS);
  if (request.currency) void query.where('currency', request.currency);
  const after = request.after ? parseId('account', request.after) : undefined;
  if (after) {
    const last = await findAccountOrNone(db, scope, after);
    if (last) void query.whereRaw('(created_at, id) < (?, ?)', [last.created_at, last.id]);
  }
  const rows = await query
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(request.limit + 1);
  const found = page(rows, request.limit, (row) => encodeId('account', row.id));
  return { ...found, items: await withBalances(base, found.items) };
}

async function withBalances(base: ScopedContext, rows: AccountRow[]): Promise<Account[]> {
  const balances = await readBalances(
    base,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, ...(balances.get(row.id) ?? ZERO_BALANCES) }));
}

/** The database and the ledger, as far as a scope's totals are read from them. */
export interface TotalsSource {
  db: Queryable;
  ledger: LedgerBackend;
}

/** The four sums of each kind of account that a scope has in that currency, over all accounts of the kind. */
export async function totalsByKind(
  { db, ledger }: TotalsSource,
  scope: Scope,
  currency: Currency,
): Promise<Map<AccountKind, AccountBalances>> {
  const [scope_number] = await scopeNumbers(db, [scope]);
  const totals = await ledger.totals(ledgerNumber(scope_number as number, currency));
  return new Map([...totals].map(([code, balances]) => [accountKindOf(code), balances]));
}

/** Opens accounts, in the directory and in the backend. */
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import type { LedgerBackend } from '../backend.port.ts';
import { ACCOUNT_KINDS, accountKindName } from '../rules/kinds.rules.ts';
import { readAccount, type Account } from './account-balances.ts';
import { accountId, findAccountOrNone, type AccountKey } from './accounts.ts';
import { ledgerNumber, scopeNumbers } from './books.ts';

interface ScopedAccountKey {
  scope: Scope;
  key: AccountKey;
}

/**
 * Opens accounts; those that are open stay as they are.
 * A crash between the two writes is harmless: both steps are repeated until the directory lists the account, and it does last.
 * @param db a caller's transaction, where it has one: the backend's own account outlives its rollback, and is found by the repeat
 * @returns ids of those that were not open before
 */
export async function openAccounts(
  db: Queryable,
  ledger: LedgerBackend,
  accounts: ScopedAccountKey[],
): Promise<Set<string>> {
  const rows = accounts.map(({ scope, key }) => ({
    id: accountId(scope, key),
    ...scopeColumns(scope),
    ...key,
    name: accountKindName(key.kind) + (key.owner && ` ${key.owner}`),
    created_at: scope.clock.now(),
  }));
  const scope_numbers = await scopeNumbers(
    db,
    accounts.map(({ scope }) => scope),
  );
  await ledger.openAccounts(
    rows.map((row, i) => ({
      id: row.id,
      ledger: ledgerNumber(scope_numbers[i] as number, row.currency),
      limit: ACCOUNT_KINDS[row.kind].limit,
      code: ACCOUNT_KINDS[row.kind].code,
    })),
  );
  // Rows are inserted in id order, as in the backend, which avoids deadlocks.
  const ordered = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const opened = await db('ledger_accounts').insert(ordered).onConflict().ignore().returning('id');
  return new Set(opened.map(({ id }: { id: string }) => id));
}

/**
 * Opens those of some accounts that the directory does not list, before they are moved: one look-up where all are open.
 * @param db as of openAccounts; what fails is undone to a savepoint of the transaction, which can go on
 */
export async function openMissingAccounts(
  db: Queryable,
  ledger: LedgerBackend,
  accounts: readonly ScopedAccountKey[],
): Promise<void> {
  const missing = new Map(accounts.map((account) => [accountId(account.scope, account.key), account]));
  if (missing.size === 0) return;
  const open: string[] = await db('ledger_accounts')
    .whereRaw('id = any(?::uuid[])', [[...missing.keys()]])
    .pluck('id');
  for (const id of open) missing.delete(id);
  if (missing.size > 0) await db.transaction((trx) => openAccounts(trx, ledger, [...missing.values()]));
}

/** Opens one account. @returns it, and whether it existed already */
export async function openAccount(
  { ctx, scope }: ScopedContext,
  key: AccountKey,
): Promise<{ account: Account; replayed: boolean }> {
  const id = accountId(scope, key);
  const existing = await findAccountOrNone(ctx.db, scope, id);
  // Of several requests at the same time, one opens it.
  const opened = existing ? null : await openAccounts(ctx.db, ctx.ledger, [{ scope, key }]);
  return { account: await readAccount({ ctx, scope }, id), replayed: !opened?.has(id) };
}

/** Rows of the directory of accounts, which never change: each is read once by a process. */
import { refusal } from '../../../core/errors.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Db, Queryable } from '../../../db/connection.ts';
import type { AccountRow } from './accounts.ts';

export type Accounts = ReadonlyMap<string, AccountRow>;

/** Accounts remembered at once, for each database: some 20 MB. */
const MAX_KNOWN = 50_000;

const knownBy = new WeakMap<Db, Map<string, AccountRow>>();

/**
 * Accounts of any scope by id; those that do not exist are left out.
 * @param on what those that are not known yet are read on: a transaction of the database, where the caller is in one
 */
export async function readKnownAccounts(
  db: Db,
  account_ids: readonly string[],
  on: Queryable = db,
): Promise<Accounts> {
  const known = knownBy.get(db) ?? new Map<string, AccountRow>();
  knownBy.set(db, known);
  const ids = new Set(account_ids);
  const unknown = [...ids].filter((id) => !known.has(id));
  const read =
    unknown.length === 0
      ? []
      : await on<AccountRow>('ledger_accounts').whereRaw('id = any(?::uuid[])', [unknown]);
  const found = new Map(read.map((row) => [row.id, row]));
  for (const id of ids) {
    const account = known.get(id);
    if (account) found.set(id, account);
  }
  if (known.size + read.length > MAX_KNOWN) known.clear();
  for (const row of read) known.set(row.id, row);
  return found;
}

/** @throws AppError NOT_FOUND `account_not_found` also for accounts of other projects and environments */
export async function findAccount(db: Db, scope: Scope, id: string): Promise<AccountRow> {
  const account = inScope((await readKnownAccounts(db, [id])).get(id), scope);
  if (!account) throw refusal('account_not_found');
  return account;
}

/** The account if it is one of that project and environment. */
export function inScope(
  account: AccountRow | undefined,
  { project_id, environment }: Scope,
): AccountRow | null {
  return account?.project_id === project_id && account.environment === environment ? account : null;
}

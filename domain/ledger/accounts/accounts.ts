/** The directory of accounts: scope, kind, currency and owner of each. Accounts are never closed; ids follow from these. */
import type { Knex } from 'knex';
import type { Environment, Scope } from '../../../core/scope.ts';
import { encodeId, deterministicUuid, parseId } from '../../../core/ids.ts';
import type { Currency } from '../../../core/money.ts';
import { refusal } from '../../../core/errors.ts';
import type { Queryable } from '../../../db/connection.ts';
import { page, type Page, type PageRequest } from '../../../db/page.ts';
import { expectOne } from '../../../db/rows.ts';
import type { AccountBalances, LedgerBackend } from '../backend.port.ts';
import { balanceOf, ZERO_BALANCES } from '../rules/balances.rules.ts';
import { ledgerNumber, scopeNumbers } from './books.ts';
import { ACCOUNT_KINDS, accountKindOf, GENERIC_KINDS, type AccountKind } from '../rules/kinds.rules.ts';

/** What identifies an account within a scope (project and environment). */
export interface AccountKey {
  kind: AccountKind;
  currency: Currency;
  /** Whose account it is, where a scope has several of the kind; '' otherwise. */
  owner: string;
}

export interface AccountRow extends AccountKey {
  id: string;
  project_id: string;
  environment: Environment;
  name: string;
  created_at: Date;
}

export interface Account extends AccountRow, AccountBalances {}

/** Ids computed lately: a busy worker needs the same few again and again, and a hash costs more than a look-up. */
const knownIds = new Map<string, string>();
const MAX_KNOWN_IDS = 10_000;

/** The account's id; it need not be open yet. */
export function accountId(
  { project_id, environment }: Pick<Scope, 'project_id' | 'environment'>,
  { kind, currency, owner }: AccountKey,
): string {
  const name = `${project_id} ${environment} ${kind} ${currency} ${owner}`;
  let id = knownIds.get(name);
  if (id === undefined) {
    id = deterministicUuid('account', project_id, environment, kind, currency, owner);
    if (knownIds.size >= MAX_KNOWN_IDS) knownIds.clear();
    knownIds.set(name, id);
  }
  return id;
}

/**
 * Opens accounts that are not open yet, in the directory and in the backend.
 * A crash between the two is harmless: both steps are repeated until the directory lists the account, and it does last.
 * @param db a caller's transaction, where it has one: the backend's own account outlives its rollback, and is found by the repeat
 * @returns ids of those that were not open before
 */
export async function openAccounts(
  db: Queryable,
  ledger: LedgerBackend,
  accounts: { scope: Scope; key: AccountKey }[],
): Promise<Set<string>> {
  const rows = accounts.map(({ scope, key }) => ({
    id: accountId(scope, key),
    project_id: scope.project_id,
    environment: scope.environment,
    ...key,
    name: key.owner ? `${ACCOUNT_KINDS[key.kind].name} ${key.owner}` : ACCOUNT_KINDS[key.kind].name,
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

/** Opens one account. @returns its row, and whether it existed already */
export async function openAccount(
  db: Knex,
  ledger: LedgerBackend,
  scope: Scope,
  key: AccountKey,
): Promise<{ account: Account; replayed: boolean }> {
  const id = accountId(scope, key);
  const existing = await findAccountOrNone(db, scope, id);
  // Of several requests at once, one opens it.
  const opened = existing ? null : await openAccounts(db, ledger, [{ scope, key }]);
  const row = existing ?? (await findAccount(db, scope, id));
  return { account: expectOne(await withBalances(ledger, scope, [row])), replayed: !opened?.has(id) };
}

/** One account with what it holds now. @throws AppError NOT_FOUND `account_not_found` */
export async function readAccount(
  db: Knex,
  ledger: LedgerBackend,
  scope: Scope,
  id: string,
): Promise<Account> {
  return expectOne(await withBalances(ledger, scope, [await findAccount(db, scope, id)]));
}

/** @throws AppError NOT_FOUND `account_not_found` also for accounts of other projects and environments */
export async function findAccount(db: Knex, scope: Scope, id: string): Promise<AccountRow> {
  const row = await findAccountOrNone(db, scope, id);
  if (!row) throw refusal('account_not_found');
  return row;
}

function findAccountOrNone(db: Knex, scope: Scope, id: string): Promise<AccountRow | undefined> {
  return db<AccountRow>('ledger_accounts')
    .where({ project_id: scope.project_id, environment: scope.environment, id })
    .first();
}

/** Accounts of a scope by id; unknown ids are left out. */
export async function findAccounts(
  db: Queryable,
  scope: Scope,
  ids: string[],
): Promise<Map<string, AccountRow>> {
  const rows = await db<AccountRow>('ledger_accounts')
    .where({ project_id: scope.project_id, environment: scope.environment })
    .whereRaw('id = any(?::uuid[])', [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** So few accounts of a kind are looked for one by one. */
const FEW_ACCOUNTS = 100;

/** The ids of a scope's accounts of a kind; undefined where they are many. */
export async function idsOfFew(
  db: Queryable,
  scope: Scope,
  kind: AccountKind,
): Promise<string[] | undefined> {
  const ids: string[] = await db('ledger_accounts')
    .where({ project_id: scope.project_id, environment: scope.environment, kind })
    .limit(FEW_ACCOUNTS + 1)
    .pluck('id');
  return ids.length > FEW_ACCOUNTS ? undefined : ids;
}

/** How many accounts of each kind a scope has, by currency. */
export async function countAccounts(
  db: Queryable,
  scope: Scope,
): Promise<{ currency: Currency; kind: AccountKind; accounts: number }[]> {
  const rows = await db('ledger_accounts')
    .where({ project_id: scope.project_id, environment: scope.environment })
    .groupBy('currency', 'kind')
    .select('currency', 'kind', db.raw('count(*)::integer as accounts'));
  return rows as { currency: Currency; kind: AccountKind; accounts: number }[];
}

/** Accounts of a scope, newest first; the four generic kinds unless one kind is requested. */
export async function listAccounts(
  db: Knex,
  ledger: LedgerBackend,
  scope: Scope,
  request: PageRequest & { kind?: AccountKind | undefined; currency?: Currency | undefined },
): Promise<Page<Account>> {
  const query = db<AccountRow>('ledger_accounts')
    .where({ project_id: scope.project_id, environment: scope.environment })
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
  return { ...found, items: await withBalances(ledger, scope, found.items) };
}

/** One of these exists in every currency with money in it: provider payments are credited to the merchant, cash to the till. */
const KINDS_IN_USE: AccountKind[] = ['merchant_available', 'cash_on_hand'];

/** The currencies that a scope has accounts in. */
export async function currenciesInUse(db: Queryable, scope: Scope): Promise<Currency[]> {
  const rows = await db<AccountRow>('ledger_accounts')
    .where({ project_id: scope.project_id, environment: scope.environment, owner: '' })
    .whereIn('kind', KINDS_IN_USE)
    .distinct('currency');
  return rows.map(({ currency }) => currency);
}

async function withBalances(ledger: LedgerBackend, scope: Scope, rows: AccountRow[]): Promise<Account[]> {
  const balances = await ledger.balances(
    rows.map((row) => row.id),
    scope.clock.now(),
  );
  return rows.map((row) => ({ ...row, ...(balances.get(row.id) ?? ZERO_BALANCES) }));
}

/** The sum of the balances of each kind of account that a scope has in that currency, in minor units. */
export async function balancesByKind(
  db: Knex,
  ledger: LedgerBackend,
  scope: Scope,
  currency: Currency,
): Promise<Map<AccountKind, bigint>> {
  const totals = await totalsByKind(db, ledger, scope, currency);
  return new Map([...totals].map(([kind, balances]) => [kind, balanceOf(kind, balances)]));
}

/** The four sums of each kind of account that a scope has in that currency, over all accounts of the kind. */
export async function totalsByKind(
  db: Queryable,
  ledger: LedgerBackend,
  scope: Scope,
  currency: Currency,
): Promise<Map<AccountKind, AccountBalances>> {
  const [scope_number] = await scopeNumbers(db, [scope]);
  const totals = await ledger.totals(ledgerNumber(scope_number as number, currency));
  return new Map([...totals].map(([code, balances]) => [accountKindOf(code), balances]));
}

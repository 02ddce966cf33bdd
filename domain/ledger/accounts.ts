/** The directory of accounts: which account is whose. Opened once, never closed; ids follow from what they are for. */
import type { Knex } from 'knex';
import type { Environment, Scope } from '../../core/scope.ts';
import { encodeId, deterministicUuid, parseId } from '../../core/ids.ts';
import { CURRENCIES, type Currency } from '../../core/money.ts';
import { refusal } from '../../core/errors.ts';
import type { Queryable } from '../../db/connection.ts';
import { page, type Page, type PageRequest } from '../../db/page.ts';
import { expectOne } from '../../db/rows.ts';
import type { AccountBalances, LedgerBackend } from './backend.port.ts';
import { balanceOf, ZERO_BALANCES } from './balances.rules.ts';
import { ACCOUNT_KINDS, accountKindOf, GENERIC_KINDS, type AccountKind } from './kinds.rules.ts';

/** What names an account within a book. */
export interface AccountKey {
  kind: AccountKind;
  currency: Currency;
  /** Whose, where a book has several of the kind; '' otherwise. */
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

/** Ids that were asked for lately: a busy worker asks for the same few, and a hash costs more than a look. */
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
 * @returns ids of those that were not open before
 */
export async function openAccounts(
  db: Knex,
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
  const books = await bookNumbers(
    db,
    accounts.map(({ scope }) => scope),
  );
  await ledger.openAccounts(
    rows.map((row, i) => ({
      id: row.id,
      ledger: ledgerNumber(books[i] as number, row.currency),
      limit: ACCOUNT_KINDS[row.kind].limit,
      code: ACCOUNT_KINDS[row.kind].code,
    })),
  );
  // In the order of the ids, as in the backend.
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
  const existing = await lookForAccount(db, scope, id);
  // Of several at once, one opens it.
  const opened = existing ? null : await openAccounts(db, ledger, [{ scope, key }]);
  const row = existing ?? (await findAccount(db, scope, id));
  return { account: expectOne(await withCounters(ledger, scope, [row])), replayed: !opened?.has(id) };
}

/** @throws AppError NOT_FOUND `account_not_found` also for accounts of other projects and environments */
export async function findAccount(db: Knex, scope: Scope, id: string): Promise<AccountRow> {
  const row = await lookForAccount(db, scope, id);
  if (!row) throw refusal('account_not_found');
  return row;
}

function lookForAccount(db: Knex, scope: Scope, id: string): Promise<AccountRow | undefined> {
  return db<AccountRow>('ledger_accounts')
    .where({ project_id: scope.project_id, environment: scope.environment, id })
    .first();
}

/** Accounts of a book, newest first; the four generic kinds unless one kind is asked for. */
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
    const last = await lookForAccount(db, scope, after);
    if (last) void query.whereRaw('(created_at, id) < (?, ?)', [last.created_at, last.id]);
  }
  const rows = await query
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(request.limit + 1);
  const found = page(rows, request.limit, (row) => encodeId('account', row.id));
  return { ...found, items: await withCounters(ledger, scope, found.items) };
}

/** What every currency with money in it has: provider payments reach the merchant's balance, cash the till. */
const KINDS_OF_USE: AccountKind[] = ['merchant_available', 'cash_on_hand'];

/** The currencies that a book has accounts in. */
export async function currenciesInUse(db: Queryable, scope: Scope): Promise<Currency[]> {
  const rows = await db<AccountRow>('ledger_accounts')
    .where({ project_id: scope.project_id, environment: scope.environment, owner: '' })
    .whereIn('kind', KINDS_OF_USE)
    .distinct('currency');
  return rows.map(({ currency }) => currency);
}

async function withCounters(ledger: LedgerBackend, scope: Scope, rows: AccountRow[]): Promise<Account[]> {
  const counters = await ledger.balances(
    rows.map((row) => row.id),
    scope.clock.now(),
  );
  return rows.map((row) => ({ ...row, ...(counters.get(row.id) ?? ZERO_BALANCES) }));
}

/** The sum of the balances of each kind of account that a book has in that currency, in minor units. */
export async function balancesByKind(
  db: Knex,
  ledger: LedgerBackend,
  scope: Scope,
  currency: Currency,
): Promise<Map<AccountKind, bigint>> {
  const [book] = await bookNumbers(db, [scope]);
  const totals = await ledger.totals(ledgerNumber(book as number, currency));
  return new Map(
    [...totals].map(([code, counters]) => {
      const kind = accountKindOf(code);
      return [kind, balanceOf(kind, counters)];
    }),
  );
}

/** Books are numbered as they appear; a book's currencies share its number. */
function ledgerNumber(book: number, currency: Currency): number {
  return book * 1000 + CURRENCIES[currency].numeric;
}

async function bookNumbers(db: Knex, scopes: Scope[]): Promise<number[]> {
  const wanted = [...new Map(scopes.map((scope) => [bookKey(scope), scope])).values()].map(
    ({ project_id, environment }) => ({ project_id, environment }),
  );
  const pairs = wanted.map(({ project_id, environment }) => [project_id, environment]);
  const read = () => db('ledger_books').whereIn(['project_id', 'environment'], pairs);
  let rows = await read();
  if (rows.length < wanted.length) {
    await db('ledger_books').insert(wanted).onConflict().ignore();
    rows = await read();
  }
  const numbers = new Map(rows.map((row) => [bookKey(row), row.no as number]));
  return scopes.map((scope) => numbers.get(bookKey(scope)) as number);
}

function bookKey({ project_id, environment }: { project_id: string; environment: string }): string {
  return `${project_id}/${environment}`;
}

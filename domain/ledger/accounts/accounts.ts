/** The directory of accounts: scope, kind, currency and owner of each. Accounts are never closed; ids follow from these. */
import type { Environment, Scope } from '../../../core/scope.ts';
import { deterministicUuid } from '../../../core/ids.ts';
import type { Currency } from '../../../core/money.ts';
import type { Queryable } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import type { RowOfQuery } from '../../../db/statement.ts';
import type { AccountKind } from '../rules/kinds.rules.ts';
import { countAccountRows, findDefined, findDefinedCurrencies } from './accounts.sql.ts';

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

export function findAccountOrNone(db: Queryable, scope: Scope, id: string): Promise<AccountRow | undefined> {
  return db<AccountRow>('ledger_accounts')
    .where({ ...scopeColumns(scope), id })
    .first();
}

/** Accounts of a scope by id; unknown ids are left out. */
export async function findAccounts(
  db: Queryable,
  scope: Scope,
  ids: string[],
): Promise<Map<string, AccountRow>> {
  const rows = await db<AccountRow>('ledger_accounts')
    .where(scopeColumns(scope))
    .whereRaw('id = any(?::uuid[])', [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** All accounts that a cooperative has defined in these currencies; their number is limited. */
export function findDefinedAccounts(
  db: Queryable,
  scope: Scope,
  currencies: readonly Currency[],
): Promise<RowOfQuery<typeof findDefined>[]> {
  return findDefined(db, { ...scopeColumns(scope), currencies });
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
    .where({ ...scopeColumns(scope), kind })
    .limit(FEW_ACCOUNTS + 1)
    .pluck('id');
  return ids.length > FEW_ACCOUNTS ? undefined : ids;
}

/** A scope's accounts of a kind of which there are few, in the order of their owners. */
export async function fewAccountsOf(
  db: Queryable,
  scope: Scope,
  of: Pick<AccountKey, 'kind' | 'currency'>,
): Promise<AccountRow[]> {
  const { kind, currency } = of;
  return db<AccountRow>('ledger_accounts')
    .where({ ...scopeColumns(scope), kind, currency })
    .orderBy('owner')
    .limit(FEW_ACCOUNTS);
}

/** How many accounts of each kind a scope has, by currency. */
export function countAccounts(db: Queryable, scope: Scope): Promise<RowOfQuery<typeof countAccountRows>[]> {
  return countAccountRows(db, scopeColumns(scope));
}

/** One of these exists in every currency that payers use: provider payments are credited to the merchant, cash to the till. */
const KINDS_IN_USE: AccountKind[] = ['merchant_available', 'cash_on_hand'];

/** The currencies of all ledgers of a scope: those of accounts that it has defined may be others. */
export async function ledgerCurrencies(db: Queryable, scope: Scope): Promise<Currency[]> {
  const in_use = await currenciesInUse(db, scope);
  const defined = await findDefinedCurrencies(db, scopeColumns(scope));
  return [...new Set([...in_use, ...defined.map(({ currency }) => currency)])];
}

/** The currencies in which a scope is paid. */
export async function currenciesInUse(db: Queryable, scope: Scope): Promise<Currency[]> {
  const rows = await db<AccountRow>('ledger_accounts')
    .where({ ...scopeColumns(scope), owner: '' })
    .whereIn('kind', KINDS_IN_USE)
    .distinct('currency');
  return rows.map(({ currency }) => currency);
}

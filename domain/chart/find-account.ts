/** Accounts of the chart by code or id, and the lock under which money may move on them. */
import { refusal, type AppError, type Reason } from '../../core/errors.ts';
import { encodeId, parseId } from '../../core/ids.ts';
import type { Currency } from '../../core/money.ts';
import { scopeName, type Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import type { ScopeColumns, TableQuery } from '../../db/model.ts';
import { accounts, type AccountKind } from '../ledger/index.ts';
import { ChartAccount, type ChartAccountRow } from './chart-account.model.ts';
import type { CodeAndName } from './chart.rules.ts';
import { systemAccounts, systemKindOf } from './system-accounts.ts';

/** An account of the chart that somebody named: one that was defined, or the system's of a kind. */
export interface NamedAccount extends CodeAndName {
  kind: AccountKind;
  /** Null: the system's. */
  defined: ChartAccountRow | null;
  /** Of the ledger's account; null for the system's that were named by their code. */
  id: string | null;
}

/**
 * @param names codes or ids
 * @returns in their order; undefined where there is no such account in this project and environment
 */
export async function findNamedAccounts(
  db: Queryable,
  scope: Scope,
  names: readonly string[],
): Promise<(NamedAccount | undefined)[]> {
  if (names.length === 0) return [];
  const ids = names.flatMap((name) => parseId('account', name) ?? []);
  const defined = await ChartAccount.query(db)
    .inScope(scope)
    .where((either) => either.whereIn('code', [...names]).orWhereIn('account_id', ids));
  const system = await systemAccounts(db, scope);
  const others = ids.length > 0 ? await accounts.find(db, scope, ids) : new Map<string, never>();
  return names.map((name) => {
    const id = parseId('account', name);
    const found = defined.find((row) => row.code === name || row.account_id === id);
    if (found) {
      const { kind, code, name: called, account_id } = found;
      return { kind, code, name: called, defined: found, id: encodeId('account', account_id) };
    }
    const kind = id ? others.get(id)?.kind : systemKindOf(system, name);
    if (!kind || accounts.isDefinedKind(kind)) return undefined;
    return { kind, ...system[kind], defined: null, id: id && name };
  });
}

/** A bank account that a request names. */
interface NamedBank {
  /** Its code or id, as it was sent. */
  name: string;
  /** Of the money; null: whatever the account is in. */
  currency: Currency | null;
  /** The field that names it. */
  path: string;
}

/**
 * The account that was found by that name, if it is a bank account.
 * @throws AppError `account_not_found`, `account_refused` for an account of another kind, `currency_mismatch`
 */
export function requireBank(
  found: NamedAccount | undefined,
  { name, currency, path }: NamedBank,
): ChartAccountRow {
  if (!found) throw refusedAt(path, 'account_not_found', `There is no account ${name} in this chart.`);
  if (found.kind !== 'bank' || !found.defined)
    throw refusedAt(path, 'account_refused', `The account ${name} is no bank account.`);
  if (currency !== null && found.defined.currency !== currency)
    throw refusedAt(
      path,
      'currency_mismatch',
      `The account ${name} is in ${found.defined.currency}, the money in ${currency}.`,
    );
  return found.defined;
}

function refusedAt(path: string, reason: Reason, message: string): AppError {
  return refusal(reason, message, [{ path, message }]);
}

/** The same by its code or id. */
export async function findBank(db: Queryable, scope: Scope, named: NamedBank): Promise<ChartAccountRow> {
  const [found] = await findNamedAccounts(db, scope, [named.name]);
  return requireBank(found, named);
}

/** All accounts that a scope has defined. */
export async function listChartAccounts(db: Queryable, scope: Scope): Promise<ChartAccountRow[]> {
  return ChartAccount.query(db).inScope(scope);
}

/** An account that was defined, by its id, in the scope of what moves it. */
export interface ScopedAccountId extends ScopeColumns {
  id: string;
}

/** @returns undefined for an account that is of another scope */
export type ChartAccounts = (account: ScopedAccountId) => ChartAccountRow | undefined;

const nameOf = (account: ScopedAccountId): string => `${scopeName(account)} ${account.id}`;

/** Accounts of one scope or many. */
export async function readChartAccounts(
  db: Queryable,
  wanted: readonly ScopedAccountId[],
): Promise<ChartAccounts> {
  return byName(wanted.length === 0 ? [] : await ofScopes(db, wanted));
}

/**
 * Keeps these accounts as they are until the transaction ends: none becomes inactive. They are locked in the order of their
 * ids, which avoids deadlocks.
 */
/** The same, on which money may move. @throws AppError `account_inactive` besides */
export async function findActiveBank(
  db: Queryable,
  scope: Scope,
  named: NamedBank,
): Promise<ChartAccountRow> {
  const bank = await findBank(db, scope, named);
  const { project_id, environment, id } = bank;
  const refused = inactiveRefusal(() => bank, [{ project_id, environment, id, path: named.path }]);
  if (refused) throw refused;
  return bank;
}

export async function lockChartAccounts(
  trx: Queryable,
  wanted: readonly ScopedAccountId[],
): Promise<ChartAccounts> {
  return byName(wanted.length === 0 ? [] : await ofScopes(trx, wanted).orderBy('id').forShare());
}

function ofScopes(db: Queryable, wanted: readonly ScopedAccountId[]): TableQuery<ChartAccount> {
  const distinct = (column: keyof ScopedAccountId) => [...new Set(wanted.map((each) => each[column]))];
  return ChartAccount.query(db)
    .whereIn('id', distinct('id'))
    .whereIn('project_id', distinct('project_id'))
    .whereIn('environment', distinct('environment'));
}

function byName(rows: readonly ChartAccountRow[]): ChartAccounts {
  const known = new Map(rows.map((row) => [nameOf(row), row]));
  return (account) => known.get(nameOf(account));
}

/** An account that a request moves, and the field that names it, if one does. */
export interface MovedAccount extends ScopedAccountId {
  path: string | null;
}

/** Why no money may move on one of these accounts; null where it may. */
export function inactiveRefusal(known: ChartAccounts, moved: readonly MovedAccount[]): AppError | null {
  for (const account of moved) {
    const row = known(account);
    if (row?.active !== false) continue;
    const message = `The account ${row.code} ${row.name} is inactive.`;
    return account.path === null
      ? refusal('account_inactive', message)
      : refusedAt(account.path, 'account_inactive', message);
  }
  return null;
}

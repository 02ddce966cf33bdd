/** Accounts of the chart by code or id, and the lock under which money may move on them. */
import { refusal, type AppError } from '../../core/errors.ts';
import { parseId } from '../../core/ids.ts';
import type { Currency } from '../../core/money.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { accounts, type AccountKind } from '../ledger/index.ts';
import { ChartAccount, type ChartAccountRow } from './chart-account.model.ts';
import { systemAccounts, systemKindOf } from './system-accounts.ts';

/** An account of the chart that somebody named: one that was defined, or the system's of a kind. */
export interface NamedAccount {
  kind: AccountKind;
  /** Null: the system's. */
  defined: ChartAccountRow | null;
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
  const ids = names.flatMap((name) => parseId('account', name) ?? []);
  const defined = await ChartAccount.query(db)
    .inScope(scope)
    .where((either) => either.whereIn('code', [...names]).orWhereIn('account_id', ids));
  const system = await systemAccounts(db, scope);
  const others = ids.length > 0 ? await accounts.find(db, scope, ids) : new Map<string, never>();
  return names.map((name) => {
    const id = parseId('account', name);
    const found = defined.find((row) => row.code === name || row.account_id === id);
    if (found) return { kind: found.kind, defined: found };
    const kind = id ? others.get(id)?.kind : systemKindOf(system, name);
    return kind && { kind, defined: null };
  });
}

/**
 * The bank account of that code or id.
 * @param path of the field that names it
 * @throws AppError `account_not_found`, `account_refused` for an account of another kind, `currency_mismatch`
 */
export async function findBank(
  db: Queryable,
  scope: Scope,
  { name, currency, path = 'account' }: { name: string; currency: Currency; path?: string },
): Promise<ChartAccountRow> {
  const [found] = await findNamedAccounts(db, scope, [name]);
  const refused = (reason: Parameters<typeof refusal>[0], message: string): AppError =>
    refusal(reason, message, [{ path, message }]);
  if (!found) throw refused('account_not_found', `There is no account ${name} in this chart.`);
  if (found.kind !== 'bank' || !found.defined)
    throw refused('account_refused', `The account ${name} is no bank account.`);
  if (found.defined.currency !== currency)
    throw refused(
      'currency_mismatch',
      `The account ${name} is in ${found.defined.currency}, the money in ${currency}.`,
    );
  return found.defined;
}

/** All accounts that a scope has defined. */
export async function listChartAccounts(db: Queryable, scope: Scope): Promise<ChartAccountRow[]> {
  return ChartAccount.query(db).inScope(scope);
}

/** By id. */
export type ChartAccounts = ReadonlyMap<string, ChartAccountRow>;

/** The accounts of these ids, of any scope. */
export async function readChartAccounts(db: Queryable, ids: readonly string[]): Promise<ChartAccounts> {
  if (ids.length === 0) return new Map();
  const rows = await ChartAccount.query(db).findByIds([...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Keeps these accounts as they are until the transaction ends: none becomes inactive. They are locked in the order of their
 * ids, which avoids deadlocks.
 */
export async function lockChartAccounts(trx: Queryable, ids: readonly string[]): Promise<ChartAccounts> {
  if (ids.length === 0) return new Map();
  const rows = await ChartAccount.query(trx)
    .whereIn('id', [...new Set(ids)])
    .orderBy('id')
    .forShare();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Why no money may move on one of these accounts; null where it may. */
export function inactiveRefusal(known: ChartAccounts, ids: readonly string[]): AppError | null {
  const inactive = ids.map((id) => known.get(id)).find((row) => row?.active === false);
  return inactive
    ? refusal('account_inactive', `The account ${inactive.code} ${inactive.name} is inactive.`)
    : null;
}

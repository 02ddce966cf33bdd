/** The settings of a cooperative: one row per project and environment, there once its currency has been chosen. */
import { refusal, unavailable } from '../../core/errors.ts';
import { localDateAt } from '../../core/local-date.ts';
import { readTogether } from '../../core/read-together.ts';
import { scopeName, type Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { scopeColumns, type ScopeColumns } from '../../db/model.ts';
import type { ScopedUnit } from '../platform/unit.ts';
import { SaccoSettings, type SettingsRow } from './settings.model.ts';
import { lockSettingsRows, readSettingsRows } from './settings.sql.ts';

/** Scopes whose settings are read in one statement. */
const MAX_SCOPES_PER_READ = 500;

/** What locking a row of the scope takes of a unit. */
export type Locker = Pick<ScopedUnit, 'trx' | 'scope'>;

/** @throws AppError `sacco_not_set_up` */
export async function getSettings(db: Queryable, scope: Scope): Promise<SettingsRow> {
  const settings = await findSettings(db, scope);
  if (!settings) throw refusal('sacco_not_set_up');
  return settings;
}

/** Calls at the same time are answered by one statement. */
export async function findSettings(db: Queryable, scope: Scope): Promise<SettingsRow | null> {
  return (await readSettings(db, scopeColumns(scope))) ?? null;
}

const readSettings = readTogether<Queryable, ScopeColumns, SettingsRow>({
  max: MAX_SCOPES_PER_READ,
  nameOf: scopeName,
  read: (db, scopes) =>
    readSettingsRows(db, {
      project_ids: scopes.map(({ project_id }) => project_id),
      environments: scopes.map(({ environment }) => environment),
    }),
});

/** The local date of now. @throws AppError `sacco_not_set_up` */
export async function localToday(db: Queryable, scope: Scope): Promise<string> {
  const { utc_offset_minutes } = await getSettings(db, scope);
  return localDateAt(scope.clock.now(), utc_offset_minutes);
}

/** Lets other callers wait until the transaction ends. Movements are stored meanwhile. */
export async function serializeOnSettings({ trx, scope }: Locker): Promise<void> {
  await SaccoSettings.query(trx).inScope(scope).forNoKeyUpdate().select('last_member_no');
}

/** The settings, locked against a change of currency and tills until the transaction ends. */
export async function lockSettings({ trx, scope }: Locker): Promise<SettingsRow | undefined> {
  return SaccoSettings.query(trx).inScope(scope).forKeyShare().first();
}

/** The same for several scopes, by one statement. @returns the settings of each */
export async function lockSettingsOf(
  trx: Queryable,
  scopes: readonly Scope[],
): Promise<(scope: ScopeColumns) => SettingsRow | undefined> {
  const distinct = [...new Map(scopes.map((scope) => [scopeName(scope), scopeColumns(scope)])).values()];
  const rows =
    distinct.length === 0
      ? []
      : await lockSettingsRows(trx, {
          project_ids: distinct.map(({ project_id }) => project_id),
          environments: distinct.map(({ environment }) => environment),
        });
  const locked = new Map(rows.map((row) => [scopeName(row), row]));
  return (scope) => locked.get(scopeName(scope));
}

export const currencyChanged = () => unavailable('new currency of the SACCO');

/** Keeps accounting periods from being closed until the transaction ends: closing one takes the lock of `serializeOnSettings`. */
export async function lockPeriods({ trx, scope }: Locker): Promise<void> {
  await SaccoSettings.query(trx).inScope(scope).forShare().select('last_member_no');
}

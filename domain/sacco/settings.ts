/** The SACCO's settings: one row per project and environment, there once its currency has been chosen. */
import { batchCallsPer } from '../../core/batch.ts';
import { invalidField, refusal, unavailable } from '../../core/errors.ts';
import type { Currency } from '../../core/money.ts';
import type { Actor, Environment, Scope } from '../../core/scope.ts';
import type { Queryable, Transaction } from '../../db/connection.ts';
import { scopeColumns, type ScopeColumns } from '../../db/model.ts';
import { audit } from '../platform/audit.ts';
import type { Context } from '../platform/context.ts';
import { openAccounts } from '../ledger/index.ts';
import { SaccoEntry } from './entries/entry.model.ts';
import { MONEY_STATUSES } from './entries/entry.rules.ts';
import { OPENED_WITH_SETTINGS } from './accounts.rules.ts';
import { openMemberAccounts } from './members/accounts.ts';
import { SaccoSettings, type SettingsRow } from './settings.model.ts';

export type SettingsChange = Partial<Omit<SettingsRow, keyof ScopeColumns | 'last_member_no' | 'updated_at'>>;

const DEFAULTS = {
  min_kyc_tier: 1,
  entrance_fee_minor: 0n,
  min_share_capital_minor: 0n,
  utc_offset_minutes: 0,
  withdrawal_approval_minor: null,
};

/** Scopes whose settings are read in one statement. */
const MAX_SCOPES_PER_READ = 500;

type ScopeName = [project_id: string, environment: Environment];

/** @throws AppError `sacco_not_set_up` */
export async function getSettings(db: Queryable, scope: Scope): Promise<SettingsRow> {
  const settings = await findSettings(db, scope);
  if (!settings) throw refusal('sacco_not_set_up');
  return settings;
}

/** What must happen one at a time in a SACCO; until the transaction ends. Movements are stored meanwhile. */
export async function serializeOnSettings(trx: Transaction, scope: Scope): Promise<void> {
  await SaccoSettings.query(trx).inScope(scope).forNoKeyUpdate().select('last_member_no');
}

/** The last number that a member was given. The settings stay locked until the transaction ends. */
export async function lockMemberCounter(trx: Transaction, scope: Scope): Promise<number> {
  const row = await SaccoSettings.query(trx).inScope(scope).forNoKeyUpdate().select('last_member_no').first();
  return row?.last_member_no as number;
}

/** Under that lock. */
export async function setMemberCounter(
  trx: Transaction,
  scope: Scope,
  last_member_no: number,
): Promise<void> {
  await SaccoSettings.query(trx).inScope(scope).patch({ last_member_no });
}

/** Those who ask at the same time are answered by one statement. */
export async function findSettings(db: Queryable, scope: Scope): Promise<SettingsRow | null> {
  return readTogether(db, [scope.project_id, scope.environment]);
}

const readTogether = batchCallsPer<Queryable, ScopeName, SettingsRow | null>(
  async (db, scopes) => {
    const distinct = [...new Map(scopes.map((scope) => [scope.join(' '), scope])).values()];
    const rows = await db<SettingsRow>('sacco_settings').whereIn(['project_id', 'environment'], distinct);
    const found = new Map(rows.map((row) => [`${row.project_id} ${row.environment}`, row]));
    return scopes.map((scope) => found.get(scope.join(' ')) ?? null);
  },
  { max_weight: MAX_SCOPES_PER_READ },
);

/**
 * Sets what is named and leaves the rest. Recorded in the audit log, not approved.
 * @throws AppError VALIDATION_ERROR without a currency the first time, `currency_locked` once members' money has moved,
 *   `period_closed` for another offset of its days once the books of some are closed
 */
export async function putSettings(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  change: SettingsChange,
): Promise<SettingsRow> {
  return ctx.db.transaction(async (trx) => {
    const present = await lockSettings(trx, scope);
    await refuseOtherDays(ctx, trx, scope, change, present);
    const currency = change.currency ?? present?.currency;
    if (!currency) throw invalidField('currency', '"currency" is needed the first time.');
    if (present && currency !== present.currency) await changeCurrency(ctx, trx, scope, currency);
    // Before the row, so that whoever finds the row finds the accounts too.
    if (currency !== present?.currency)
      await openAccounts(
        trx,
        ctx.ledger,
        OPENED_WITH_SETTINGS.map((kind) => ({ scope, key: { kind, currency, owner: '' } })),
      );
    const updated_at = scope.clock.now();
    const settings = await SaccoSettings.query(trx)
      .insert({ ...DEFAULTS, ...present, ...change, currency, ...scopeColumns(scope), updated_at })
      .onConflict(['project_id', 'environment'])
      .merge({ ...change, updated_at })
      .returning('*');
    const changed = Object.entries(change).filter(
      ([name, value]) => present?.[name as keyof SettingsChange] !== value,
    );
    if (changed.length > 0)
      await audit({ trx, scope, actor }, 'sacco.settings_changed', scope.project_id, {
        changes: Object.fromEntries(
          changed.map(([name, to]) => [name, { from: present?.[name as keyof SettingsChange] ?? null, to }]),
        ),
      });
    return settings;
  });
}

/** Closed books were counted by the days that there are. @throws AppError `period_closed` */
async function refuseOtherDays(
  ctx: Context,
  trx: Transaction,
  scope: Scope,
  { utc_offset_minutes }: SettingsChange,
  present: SettingsRow | undefined,
): Promise<void> {
  if (!present || utc_offset_minutes === undefined || utc_offset_minutes === present.utc_offset_minutes)
    return;
  if (await ctx.sacco.hasClosedPeriod(trx, scope))
    throw refusal('period_closed', 'A day must begin when it did: the books of some days are closed.');
}

/** Members who joined before any money moved get accounts in the new currency. @throws AppError `currency_locked` */
async function changeCurrency(
  ctx: Context,
  trx: Transaction,
  scope: Scope,
  currency: Currency,
): Promise<void> {
  const moved = await SaccoEntry.query(trx).inScope(scope).whereIn('status', MONEY_STATUSES).first();
  if (moved) throw refusal('currency_locked');
  const members: string[] = await trx('sacco_members').where(scopeColumns(scope)).pluck('id');
  await openMemberAccounts(trx, ctx.ledger, scope, members, currency);
}

/** The settings, locked against a change of currency until the transaction ends. */
export async function holdSettings(trx: Transaction, scope: Scope): Promise<SettingsRow | undefined> {
  return SaccoSettings.query(trx).inScope(scope).forKeyShare().first();
}

/** Keeps accounting periods from being closed until the transaction ends: who closes one does it under `serializeOnSettings`. */
export async function holdPeriods(trx: Transaction, scope: Scope): Promise<void> {
  await SaccoSettings.query(trx).inScope(scope).forShare().select('last_member_no');
}

/**
 * Locks the settings against a change of currency until the transaction ends.
 * @throws AppError SERVICE_UNAVAILABLE when it has changed since `currency` was read
 */
export async function holdCurrency(trx: Transaction, scope: Scope, currency: Currency): Promise<void> {
  const held = await holdSettings(trx, scope);
  if (held?.currency !== currency) throw unavailable('new currency of the SACCO');
}

async function lockSettings(trx: Transaction, scope: Scope): Promise<SettingsRow | undefined> {
  return (
    SaccoSettings.query(trx)
      .inScope(scope)
      // Stronger than what movements hold while they are stored, so that the currency stays what they were stored in.
      .forUpdate()
      .first()
  );
}

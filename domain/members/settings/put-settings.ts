/** Changes the settings of a cooperative. */
import { invalidField, refusal } from '../../../core/errors.ts';
import type { Currency } from '../../../core/money.ts';
import { scopeColumns, type ScopeColumns } from '../../../db/model.ts';
import { SaccoMember, SaccoSettings, type SettingsRow } from '../../cooperative/index.ts';
import { openAccounts } from '../../ledger/index.ts';
import { SaccoEntry, entries, saccoAccounts } from '../../movements/index.ts';
import { audit } from '../../platform/audit/audit.ts';
import { inTransaction, type Caller, type ScopedUnit } from '../../platform/unit.ts';
import { openMemberAccounts } from '../accounts.ts';

export type SettingsChange = Partial<Omit<SettingsRow, keyof ScopeColumns | 'last_member_no' | 'updated_at'>>;

const DEFAULTS = {
  min_kyc_tier: 1,
  entrance_fee_minor: 0n,
  min_share_capital_minor: 0n,
  utc_offset_minutes: 0,
  withdrawal_approval_minor: null,
};

/**
 * Sets what is named and leaves the rest. Recorded in the audit log, not approved.
 * @throws AppError VALIDATION_ERROR without a currency the first time, `currency_locked` once members' money has moved,
 *   `period_closed` for another offset of local days once the books of some are closed
 */
export async function putSettings(caller: Caller, change: SettingsChange): Promise<SettingsRow> {
  return inTransaction(caller, async (unit) => {
    const { ctx, trx, scope } = unit;
    const present = await lockAgainstMovements(unit);
    if (present) await refuseOtherDays(unit, present, change);
    const currency = change.currency ?? present?.currency;
    if (!currency) throw invalidField('currency', '"currency" is needed the first time.');
    if (present && currency !== present.currency) await changeCurrency(unit, currency);
    // Before the row, so that whoever finds the row finds the accounts too.
    if (currency !== present?.currency)
      await openAccounts(
        trx,
        ctx.ledger,
        saccoAccounts.OPENED_WITH_SETTINGS.map((kind) => ({ scope, key: { kind, currency, owner: '' } })),
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
      await audit(unit, 'sacco.settings_changed', scope.project_id, {
        changes: Object.fromEntries(
          changed.map(([name, to]) => [name, { from: present?.[name as keyof SettingsChange] ?? null, to }]),
        ),
      });
    return settings;
  });
}

/** Closed books were counted by the present days. @throws AppError `period_closed` */
async function refuseOtherDays(
  { ctx, trx, scope }: ScopedUnit,
  present: SettingsRow,
  { utc_offset_minutes = present.utc_offset_minutes }: SettingsChange,
): Promise<void> {
  if (utc_offset_minutes === present.utc_offset_minutes) return;
  if (await ctx.closed_periods.exist(trx, scope))
    throw refusal('period_closed', 'A day must begin when it did: the books of some days are closed.');
}

/** Members who joined before any money moved get accounts in the new currency. @throws AppError `currency_locked` */
async function changeCurrency(unit: ScopedUnit, currency: Currency): Promise<void> {
  const { trx, scope } = unit;
  const moved = await SaccoEntry.query(trx).inScope(scope).whereIn('status', entries.MONEY_STATUSES).first();
  if (moved) throw refusal('currency_locked');
  const members = await SaccoMember.query(trx).inScope(scope).select('id');
  await openMemberAccounts(
    { ...unit, db: trx },
    members.map(({ id }) => id),
    currency,
  );
}

/** Stronger than the lock of movements that are being stored, so that the currency stays what they were stored in. */
async function lockAgainstMovements({ trx, scope }: ScopedUnit): Promise<SettingsRow | undefined> {
  return SaccoSettings.query(trx).inScope(scope).forUpdate().first();
}

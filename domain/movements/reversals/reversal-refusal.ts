/** Why an entry cannot be reversed: checked when somebody requests it, and again when somebody approves it. */
import { refusal, type AppError } from '../../../core/errors.ts';
import { localDateAt } from '../../../core/local-date.ts';
import type { Queryable } from '../../../db/connection.ts';
import { allows, getMember, getSettings } from '../../cooperative/index.ts';
import { SaccoEntry, type EntryRow } from '../entries/entry.model.ts';
import { IN_FLIGHT } from '../entries/entry.rules.ts';
import type { Reader } from '../movement.ts';

/**
 * Whether the money is there counts only once it is booked.
 * @param reversal_id the reversal that is being decided; null before it is stored
 * @throws AppError SERVICE_UNAVAILABLE while that cannot be decided
 */
export async function reversalRefusal(
  { ctx, db, scope }: Reader,
  original: EntryRow,
  reversal_id: string | null,
): Promise<AppError | null> {
  if (original.status !== 'posted') return refusal('not_posted');
  const waiting = await SaccoEntry.query(db)
    .inScope(scope)
    .where({ reverses_entry_id: original.id })
    .whereIn('status', ['awaiting_approval', ...IN_FLIGHT])
    .whereNot('id', reversal_id ?? '')
    .first();
  if (waiting) return refusal('reversal_pending');
  if (original.reversed_by_entry_id !== null) return refusal('already_reversed');
  const { utc_offset_minutes } = await getSettings(db, scope);
  const booked_on = localDateAt(original.posted_at as Date, utc_offset_minutes);
  if (await ctx.closed_periods.contain(db, scope, booked_on))
    return refusal('period_closed', `It was booked on ${booked_on}, in a period that is closed.`);
  if (original.member_id !== null) {
    // Nothing is paid out by it: suspended members and frozen customers do not matter.
    const { full_name, status } = await getMember(db, scope, original.member_id);
    if (!allows(status, 'pay_in')) return refusal('member_not_active', `${full_name} is ${status}.`);
  }
  return (await ctx.movements.of(original).reversal?.refusal?.(db, scope, original)) ?? null;
}

/** Whether a reversal waits for its decision that is about this member's money. */
export async function isReversalWaiting(db: Queryable, member_id: string): Promise<boolean> {
  const waiting = await SaccoEntry.query(db)
    .where({ member_id, kind: 'reversal', status: 'awaiting_approval' })
    .first();
  return waiting !== undefined;
}

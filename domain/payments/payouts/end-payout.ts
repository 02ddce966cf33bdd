/**
 * The end of a payout: how it ends is decided once, in its row, whoever comes first; then the holds are posted or released, and the
 * end is recorded with its effects. Repeated after a crash, each step changes nothing.
 */
import { systemNow } from '../../../core/clock.ts';
import { SYSTEM } from '../../../core/scope.ts';
import { expectOne } from '../../../db/rows.ts';
import type { Queryable } from '../../../db/connection.ts';
import { addDailyTotals, TRANSFER_KINDS, type BookedTransfer } from '../../ledger/index.ts';
import { inTransaction, type ScopedContext, type ScopedUnit } from '../../platform/unit.ts';
import { recordEvent } from '../../webhooks/index.ts';
import { Payout, type PayoutRow } from './payout.model.ts';
import { presentPayout } from './payout.presenter.ts';
import { statusesBefore, type PayoutOutcome } from './payout.rules.ts';
import { payoutEnding } from './payout.ts';
import type { EndedPayout } from './payout-origin.port.ts';
import type { PayoutCause } from './timeline/payout-event.model.ts';
import { recordPayoutEvent } from './timeline/payout-event.ts';

type Decision = Partial<PayoutRow> & { outcome: PayoutOutcome; outcome_cause: PayoutCause };

/**
 * @param from the statuses in which that may still be decided
 * @returns null when it was decided before, or is in another status
 */
export async function decide(
  db: Queryable,
  payout_id: string,
  decision: Decision,
  from = statusesBefore(decision.outcome),
): Promise<PayoutRow | null> {
  const decided = await Payout.query(db)
    .where({ id: payout_id })
    .whereNull('outcome')
    .whereIn('status', from)
    .patch({ next_attempt_at: systemNow(), ...decision })
    .returning('*')
    .first();
  return decided ?? null;
}

/**
 * Ends the holds of a payout that is decided, then records its end with its webhook event. A request to mark how it ended, which is now
 * known, is withdrawn.
 */
export async function conclude(base: ScopedContext, payout: PayoutRow): Promise<PayoutRow> {
  const outcome = payout.outcome as PayoutOutcome;
  const booked = payout.held ? await endHolds(base, payout, outcome) : [];
  return inTransaction(base, async (unit) => {
    const { ctx, trx } = unit;
    // Who decides on it locks the approval first, too. None is made once the payout is decided.
    const { mark_approval_id } = expectOne(await Payout.query(trx).where({ id: payout.id }));
    if (mark_approval_id !== null)
      await ctx.second_person.withdraw({ ...unit, actor: SYSTEM }, mark_approval_id);
    const current = expectOne(await Payout.query(trx).where({ id: payout.id }).forUpdate());
    return current.completed_at ? current : complete(unit, current, { outcome, booked });
  });
}

/** @returns the transfers that posted the holds; none where they were released */
export async function endHolds(
  base: ScopedContext,
  payout: PayoutRow,
  outcome: PayoutOutcome,
): Promise<BookedTransfer[]> {
  const { ctx, scope } = base;
  const origin = ctx.payout_origins[payout.origin];
  if (origin.endHolds) return origin.endHolds(base, payout, outcome);
  const ending = await payoutEnding(base, payout, outcome);
  const ended = expectOne(await ctx.ledger.post([ending], scope.clock.now()));
  if (ended.status === 'refused')
    throw new Error(`the hold of ${payout.id} could not be ended: ${ended.error}`);
  return outcome === 'succeeded' ? ended.transfers : [];
}

async function complete(
  unit: ScopedUnit,
  payout: PayoutRow,
  { outcome, booked }: EndedPayout,
): Promise<PayoutRow> {
  const { ctx, trx, scope } = unit;
  const now = scope.clock.now();
  const ended = expectOne(
    await Payout.query(trx)
      .where({ id: payout.id })
      .patch({
        status: outcome,
        completed_at: now,
        updated_at: now,
        next_attempt_at: null,
        mark_approval_id: null,
      })
      .returning('*'),
  );
  await ctx.payout_origins[payout.origin].onEnded?.(unit, ended, { outcome, booked });
  const [first] = booked;
  // Whatever the money is booked as, the report counts what providers paid out.
  if (first) {
    const { project_id, environment, currency, amount_minor: amount } = ended;
    const transfer = { ...first, amount, code: TRANSFER_KINDS.provider_payout };
    await addDailyTotals(trx, [{ project_id, environment, currency, transfer }]);
  }
  const { failure_code, marked_by_type: type, marked_by_id: id, note } = ended;
  await recordPayoutEvent(unit, {
    payout_id: payout.id,
    type: `payout.${outcome}`,
    from: payout.status,
    to: outcome,
    cause: payout.outcome_cause as PayoutCause,
    details: {
      ...(failure_code === null ? {} : { failure_code }),
      ...(type ? { actor: { type, id }, note } : {}),
    },
  });
  if (outcome !== 'cancelled') await recordEvent(unit, `payout.${outcome}`, () => presentPayout(trx, ended));
  return ended;
}

/** Holds the money of a payout, once its row is stored: on both sides, so that nothing else takes what it will need. */
import { money } from '../../../../core/money.ts';
import type { Reason } from '../../../../core/errors.ts';
import type { Actor } from '../../../../core/scope.ts';
import { expectOne } from '../../../../db/rows.ts';
import { systemNow } from '../../../../core/clock.ts';
import { audit } from '../../../platform/audit/audit.ts';
import { inTransaction, type ScopedContext, type ScopedUnit } from '../../../platform/unit.ts';
import type { TransferError } from '../../../ledger/index.ts';
import { findProvider } from '../../providers/index.ts';
import { destinationText } from '../payout.rules.ts';
import { Payout, type PayoutRow } from '../payout.model.ts';
import { destinationOf, payoutHolds } from '../payout.ts';
import { recordPayoutEvent } from '../timeline/payout-event.ts';

/** Which side lacks the money. An account that is not open has none. */
const SHORTAGES: Partial<Record<TransferError, Reason>> = {
  exceeds_credits: 'insufficient_funds',
  debit_account_not_found: 'insufficient_funds',
  exceeds_debits: 'insufficient_float',
  credit_account_not_found: 'insufficient_float',
};

/** @returns why the ledger does not hold it; null when it does, also from before */
export async function postHolds(base: ScopedContext, payout: PayoutRow): Promise<Reason | null> {
  const { ctx, scope } = base;
  const outcome = expectOne(await ctx.ledger.post([await payoutHolds(base, payout)], scope.clock.now()));
  if (outcome.status !== 'refused') return null;
  const error = outcome.error === 'id_already_failed' ? outcome.earlier : outcome.error;
  // It failed before, and why is not known any more.
  if (error === undefined) return 'insufficient_funds';
  const shortage = SHORTAGES[error];
  if (shortage === undefined) throw new Error(`${payout.id} could not be held: ${error}`);
  return shortage;
}

/**
 * Records that the money is held, and the request in the timeline, once; a payout that waits for a second person is requested from
 * one.
 * @returns the payout as it now stands; null when it has just been undone
 */
export function recordHold(base: ScopedContext, { id }: PayoutRow): Promise<PayoutRow | null> {
  return inTransaction(base, async (unit) => {
    const { trx } = unit;
    const held = await Payout.query(trx)
      .where({ id, held: false })
      .whereNull('outcome')
      .patch({ held: true })
      .returning('*')
      .first();
    if (!held) return (await Payout.query(trx).findById(id)) ?? null;
    await recordRequested(unit, held);
    const requested = held.status === 'awaiting_approval' ? await requestApproval(unit, held) : held;
    const { provider, currency, reference, amount_minor } = held;
    const details = { ...money('amount', amount_minor), currency, provider, reference };
    await audit({ ...unit, actor: requesterOf(held) }, 'payout.requested', id, details);
    return requested;
  });
}

const requesterOf = ({ requested_by_type: type, requested_by_id: id }: PayoutRow): Actor => ({ type, id });

/** In the timeline, once the money is held. */
export function recordRequested(unit: ScopedUnit, payout: PayoutRow): Promise<void> {
  const { id, provider, status, currency, amount_minor } = payout;
  return recordPayoutEvent(unit, {
    payout_id: id,
    type: 'payout.requested',
    to: status,
    cause: 'request',
    details: { ...money('amount', amount_minor), currency, provider, actor: requesterOf(payout) },
  });
}

async function requestApproval(unit: ScopedUnit, payout: PayoutRow): Promise<PayoutRow> {
  const { ctx, trx } = unit;
  const { id, amount_minor, currency, provider, narration } = payout;
  const approval_id = await ctx.second_person.request(
    { ...unit, actor: requesterOf(payout) },
    {
      kind: 'payout',
      subject: { type: 'payout', id },
      summary: `Pay out by ${findProvider(provider).title} to ${destinationText(destinationOf(payout))}`,
      ...(narration === null ? {} : { memo: narration }),
      amount: { amount_minor, currency },
    },
  );
  const patch = { approval_id, next_attempt_at: null };
  return expectOne(await Payout.query(trx).where({ id }).patch(patch).returning('*'));
}

/**
 * Holds the money where the request died, or is slow, before it recorded the hold, and where no request began the payout.
 * @returns the payout as it now stands; null when its request has just undone it for lack of money
 */
export async function ensureHeld(base: ScopedContext, payout: PayoutRow): Promise<PayoutRow | null> {
  if (payout.held || payout.outcome || !base.ctx.payout_origins[payout.origin].transfers) return payout;
  const shortage = await postHolds(base, payout);
  if (shortage === null) return recordHold(base, payout);
  const failed = await Payout.query(base.ctx.db)
    .where({ id: payout.id, held: false })
    .whereNull('outcome')
    .patch({
      outcome: 'failed',
      outcome_cause: 'poll',
      failure_code: shortage,
      next_attempt_at: systemNow(),
    })
    .returning('*')
    .first();
  return failed ?? (await Payout.query(base.ctx.db).findById(payout.id)) ?? null;
}

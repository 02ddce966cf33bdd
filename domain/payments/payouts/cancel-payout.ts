/** Cancels a payout before it is sent. */
import { notFound, refusal } from '../../../core/errors.ts';
import { audit } from '../../platform/audit/audit.ts';
import { inTransaction, type Caller } from '../../platform/unit.ts';
import { conclude, decide } from './end-payout.ts';
import { ensureHeld } from './hold-payout.ts';
import type { PayoutRow } from './payout.model.ts';
import { CANCELLABLE } from './payout.rules.ts';
import { getPayout } from './payout.ts';

/**
 * A request that waits for a second person is taken back with it.
 * @throws AppError `not_cancellable` once it is being sent, or has ended
 */
export async function cancelPayout(caller: Caller, payout_id: string): Promise<PayoutRow> {
  const { ctx, scope, actor } = caller;
  const payout = await ensureHeld(caller, await getPayout(ctx.db, scope, payout_id));
  if (!payout) throw notFound('payout');
  if (payout.origin !== 'merchant')
    throw refusal('not_cancellable', 'This payout belongs to something else, which says whether it is paid.');
  const decided = await inTransaction(caller, async (unit) => {
    if (payout.approval_id !== null) await ctx.second_person.withdraw(unit, payout.approval_id);
    const cancelled = await decide(unit.trx, payout_id, {
      outcome: 'cancelled',
      marked_by_type: actor.type,
      marked_by_id: actor.id,
    });
    if (cancelled) await audit(unit, 'payout.cancelled', payout_id, {});
    return cancelled;
  });
  if (decided) return conclude(caller, decided, 'request');
  const { status, outcome } = await getPayout(ctx.db, scope, payout_id);
  const present = outcome ?? status;
  throw refusal(
    'not_cancellable',
    `This payout is ${present}: only one that is ${CANCELLABLE.join(' or ')} can be cancelled.`,
  );
}

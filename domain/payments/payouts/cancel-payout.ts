/** Cancels a payout before it is sent. */
import { forbidden, notFound, refusal } from '../../../core/errors.ts';
import { audit } from '../../platform/audit/audit.ts';
import { inTransaction, type Caller, type CallerUnit } from '../../platform/unit.ts';
import { requireStillManager } from '../../staff/index.ts';
import { conclude, decide } from './end-payout.ts';
import { ensureHeld } from './creation/hold-payout.ts';
import type { PayoutRow } from './payout.model.ts';
import { CANCELLABLE } from './payout.rules.ts';
import { getPayout } from './payout.ts';

/**
 * A request that waits for a second person is taken back with it.
 * @throws AppError `not_cancellable` once it was sent, or has ended; FORBIDDEN for a request of somebody else, and for what a movement
 *   sends, unless the caller manages the project
 */
export async function cancelPayout(caller: Caller, payout_id: string): Promise<PayoutRow> {
  const { ctx, scope, actor } = caller;
  const payout = await ensureHeld(caller, await getPayout(ctx.db, scope, payout_id));
  if (!payout) throw notFound('payout');
  if (!payout.held && payout.outcome === null)
    throw refusal('busy', 'Its money is being held at this moment. Repeat in a moment.');
  const decided = await inTransaction(caller, async (unit) => {
    await requireMayCancel(unit, payout);
    if (payout.approval_id !== null) await ctx.second_person.withdraw(unit, payout.approval_id);
    const cancelled = await decide(unit.trx, payout_id, {
      outcome: 'cancelled',
      outcome_cause: 'request',
      marked_by_type: actor.type,
      marked_by_id: actor.id,
    });
    if (cancelled) await audit(unit, 'payout.cancelled', payout_id, {});
    return cancelled;
  });
  if (decided) return conclude(caller, decided);
  const { status, outcome } = await getPayout(ctx.db, scope, payout_id);
  const present = outcome ?? status;
  throw refusal(
    'not_cancellable',
    `This payout is ${present}: only one that is ${CANCELLABLE.join(' or ')} can be cancelled.`,
  );
}

/** What a movement sends was decided on as a movement, which fails without it. */
async function requireMayCancel({ trx, scope, actor }: CallerUnit, { origin }: PayoutRow): Promise<void> {
  if (origin === 'merchant') return;
  if (actor.type !== 'user') throw forbidden('Only an admin or the owner can cancel what a movement sends.');
  await requireStillManager(trx, scope.project_id, actor.id);
}

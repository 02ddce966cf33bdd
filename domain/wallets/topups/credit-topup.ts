/**
 * Credits a top-up once its payment is booked. The row's lock decides between credit and refund: a credit in flight cannot be
 * refunded, and a refunded top-up cannot be credited. A top-up that a rule refuses is blocked; that is no fault.
 */
import { AppError, refusal, type Reason } from '../../../core/errors.ts';
import { SYSTEM } from '../../../core/scope.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction, type Caller, type CallerUnit } from '../../platform/unit.ts';
import { countDueRows } from '../../platform/due-rows.ts';
import { sweepOverdue, type OverdueJob } from '../../platform/sweep-overdue.ts';
import { bookMovement } from '../movements/movement-pipeline.ts';
import { WalletMovement, type MovementRow } from '../movements/movement.model.ts';
import { blockTopup, reserveTopupMovement } from './topup-movement.ts';
import { getTopup, lockTopup } from './topup.ts';
import { WalletTopup, type TopupRow } from './topup.model.ts';

/** Refusals after which the top-up waits for a person. */
const BLOCKING: ReadonlySet<Reason> = new Set<Reason>(['customer_not_active', 'limit_exceeded', 'overflow']);

/** Credits the wallet, if that is still to be done. */
export async function creditTopup(ctx: Context, payment_id: string): Promise<void> {
  const found = await WalletTopup.query(ctx.db).findWithScope(payment_id);
  if (!found) return;
  const { scope } = found;
  const movement = await inTransaction({ ctx, scope, actor: SYSTEM }, async (unit) => {
    const topup = await lockTopup(unit.trx, payment_id);
    return topup.status === 'pending' && topup.ready_at ? attempt(unit, topup) : null;
  });
  if (movement) await bookMovement(ctx, scope, movement);
}

/**
 * Retries a blocked top-up.
 * @returns the top-up as it now stands, which may be blocked again
 * @throws AppError NOT_FOUND, `invalid_state` unless it is blocked
 */
export async function retryTopup(caller: Caller, payment_id: string): Promise<TopupRow> {
  const { ctx, scope } = caller;
  await getTopup(ctx.db, scope, payment_id);
  const movement = await inTransaction(caller, async (unit) => {
    const topup = await lockTopup(unit.trx, payment_id);
    if (topup.status !== 'blocked')
      throw refusal('invalid_state', `Only a blocked top-up can be retried; this one is ${topup.status}.`);
    return attempt(unit, topup);
  });
  if (movement) await bookMovement(ctx, scope, movement);
  return getTopup(ctx.db, scope, payment_id);
}

/** @returns the movement to book; null when the top-up is blocked instead */
async function attempt(unit: CallerUnit, topup: TopupRow): Promise<MovementRow | null> {
  if (topup.movement_id) return WalletMovement.query(unit.trx).findInScope(unit.scope, topup.movement_id);
  try {
    return await reserveTopupMovement(unit, topup, 'wallet_topup');
  } catch (error) {
    if (!(error instanceof AppError && error.reason && BLOCKING.has(error.reason))) throw error;
    await blockTopup(unit, topup, error.reason, { message: error.message });
    return null;
  }
}

const OVERDUE: OverdueJob<'credit-topup'> = {
  table: 'wallet_topups',
  id_column: 'payment_id',
  payload_field: 'payment_id',
  due_column: 'ready_at',
  statuses: ['pending'],
  job: 'credit-topup',
  // It is ready as soon as its payment is booked.
  longest_pause_ms: 0,
};

export const countDueTopups = countDueRows(OVERDUE);

/** Enqueues the top-ups whose job was lost. @returns how many */
export function sweepTopupCredits(ctx: Context): Promise<number> {
  return sweepOverdue(ctx, OVERDUE);
}

/**
 * Credits a top-up once its payment is booked. Whoever holds the row's lock decides: a credit in flight cannot be
 * refunded, a refunded one cannot be credited. What a rule refuses is recorded as blocked; it is no fault.
 */
import { AppError, refusal, type Reason } from '../../core/errors.ts';
import { SYSTEM, type Actor, type Scope } from '../../core/scope.ts';
import type { Transaction } from '../../db/connection.ts';
import { inTransaction, type EnqueueAfterCommit } from '../platform/unit.ts';
import type { Context } from '../platform/context.ts';
import { sweepOverdue } from '../platform/sweep-overdue.ts';
import { bookMovement } from './movement-pipeline.ts';
import { WalletMovement, type MovementRow } from './movement.model.ts';
import { blockTopup, reserveTopupMovement } from './topup-movement.ts';
import { getTopup, lockTopup } from './topup.ts';
import { WalletTopup, type TopupRow } from './topup.model.ts';

/** Refusals that leave the top-up waiting for a person. */
const BLOCKING: ReadonlySet<Reason> = new Set<Reason>(['customer_not_active', 'limit_exceeded', 'overflow']);

/** Credits the wallet, if that is still to be done. */
export async function creditTopup(ctx: Context, payment_id: string): Promise<void> {
  const found = await WalletTopup.query(ctx.db).findWithScope(payment_id);
  if (!found) return;
  const { scope } = found;
  const movement = await inTransaction({ ctx }, async (unit) => {
    const { trx, enqueue: enqueueAfterCommit } = unit;
    const topup = await lockTopup(trx, payment_id);
    return topup.status === 'pending' && topup.ready_at
      ? attempt(trx, enqueueAfterCommit, scope, SYSTEM, topup)
      : null;
  });
  if (movement) await bookMovement(ctx, scope, movement);
}

/**
 * Tries a blocked top-up again.
 * @returns the top-up as it then stands, which may be blocked again
 * @throws AppError NOT_FOUND, `invalid_state` unless it is blocked
 */
export async function retryTopup(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  payment_id: string,
): Promise<TopupRow> {
  await getTopup(ctx.db, scope, payment_id);
  const movement = await inTransaction({ ctx }, async (unit) => {
    const { trx, enqueue: enqueueAfterCommit } = unit;
    const topup = await lockTopup(trx, payment_id);
    if (topup.status !== 'blocked')
      throw refusal('invalid_state', `Only a blocked top-up can be retried; this one is ${topup.status}.`);
    return attempt(trx, enqueueAfterCommit, scope, actor, topup);
  });
  if (movement) await bookMovement(ctx, scope, movement);
  return getTopup(ctx.db, scope, payment_id);
}

/** @returns the movement that is to be booked; null when the top-up is blocked instead */
async function attempt(
  trx: Transaction,
  enqueueAfterCommit: EnqueueAfterCommit,
  scope: Scope,
  actor: Actor,
  topup: TopupRow,
): Promise<MovementRow | null> {
  if (topup.movement_id) return WalletMovement.query(trx).findInScope(scope, topup.movement_id);
  try {
    return await reserveTopupMovement(trx, scope, actor, topup, 'wallet_topup');
  } catch (error) {
    if (!(error instanceof AppError && error.reason && BLOCKING.has(error.reason))) throw error;
    await blockTopup(trx, enqueueAfterCommit, scope, topup, error.reason, { message: error.message });
    return null;
  }
}

/** Enqueues the top-ups whose job was lost. @returns how many */
export function sweepTopupCredits(ctx: Context): Promise<number> {
  return sweepOverdue(ctx, {
    table: 'wallet_topups',
    id_column: 'payment_id',
    payload_field: 'payment_id',
    due_column: 'ready_at',
    status: 'pending',
    job: 'credit-topup',
  });
}

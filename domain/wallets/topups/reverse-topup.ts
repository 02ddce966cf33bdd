/** Takes a credited top-up back out of the wallet, so that its payment can be refunded. */
import { refusal } from '../../../core/errors.ts';
import type { Actor, Scope } from '../../../core/scope.ts';
import type { Context } from '../../platform/context.ts';
import { bookMovement } from '../movements/movement-pipeline.ts';
import { WalletMovement, type MovementRow } from '../movements/movement.model.ts';
import { reserveTopupMovement } from './topup-movement.ts';
import { getTopup, lockTopup } from './topup.ts';
import type { TopupRow } from './topup.model.ts';

/**
 * It does not count as outgoing: the customer did not send it.
 * @throws AppError NOT_FOUND, `invalid_state` unless it is credited, customer_not_active, `insufficient_funds` when spent
 */
export async function reverseTopup(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  payment_id: string,
): Promise<{ topup: TopupRow; replayed: boolean }> {
  await getTopup(ctx.db, scope, payment_id);
  const movement = await reserve(ctx, scope, actor, payment_id);
  const outcome = movement && (await bookMovement(ctx, scope, movement)).booked;
  if (outcome?.status === 'refused')
    throw refusal('insufficient_funds', 'The wallet no longer holds what the top-up brought in.');
  return { topup: await getTopup(ctx.db, scope, payment_id), replayed: outcome?.status !== 'created' };
}

/** @returns the movement to be booked, which may be that of another request; null when it is reversed already */
async function reserve(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  payment_id: string,
): Promise<MovementRow | null> {
  return ctx.db.transaction(async (trx) => {
    const topup = await lockTopup(trx, payment_id);
    if (topup.status === 'reversed') return null;
    if (topup.status !== 'credited')
      throw refusal('invalid_state', `Only a credited top-up can be reversed; this one is ${topup.status}.`);
    if (topup.movement_id) return WalletMovement.query(trx).findInScope(scope, topup.movement_id);
    return reserveTopupMovement(trx, scope, actor, topup, 'wallet_reversal');
  });
}

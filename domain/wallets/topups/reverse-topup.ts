/** Moves a credited top-up back out of the wallet, so that its payment can be refunded. */
import { refusal } from '../../../core/errors.ts';
import { inTransaction, type Caller, type CallerUnit } from '../../platform/unit.ts';
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
  caller: Caller,
  payment_id: string,
): Promise<{ topup: TopupRow; replayed: boolean }> {
  const { ctx, scope } = caller;
  await getTopup(ctx.db, scope, payment_id);
  const movement = await inTransaction(caller, (unit) => reserve(unit, payment_id));
  const outcome = movement && (await bookMovement(ctx, scope, movement)).booked;
  if (outcome?.status === 'refused')
    throw refusal('insufficient_funds', 'The wallet no longer holds what the top-up brought in.');
  return { topup: await getTopup(ctx.db, scope, payment_id), replayed: outcome?.status !== 'created' };
}

/** @returns the movement to book, which may be another request's; null when the top-up is reversed already */
async function reserve(unit: CallerUnit, payment_id: string): Promise<MovementRow | null> {
  const topup = await lockTopup(unit.trx, payment_id);
  if (topup.status === 'reversed') return null;
  if (topup.status !== 'credited')
    throw refusal('invalid_state', `Only a credited top-up can be reversed; this one is ${topup.status}.`);
  if (topup.movement_id) return WalletMovement.query(unit.trx).findInScope(unit.scope, topup.movement_id);
  return reserveTopupMovement(unit, topup, 'wallet_reversal');
}

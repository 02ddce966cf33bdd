/** A top-up's movements: the credit into the wallet and, when a person reverses it, the reversal. */
import type { Reason } from '../../../core/errors.ts';
import { SYSTEM, type Actor } from '../../../core/scope.ts';
import type { CallerUnit, ScopedUnit } from '../../platform/unit.ts';
import { recordCustomerEvent } from '../../customers/index.ts';
import { recordEvent } from '../../webhooks/index.ts';
import { reserveMovement } from '../movements/reserve-movements.ts';
import type { MovementRow } from '../movements/movement.model.ts';
import { topupMovementId } from './topup.rules.ts';
import { changeTopup } from './topup.ts';
import type { TopupRow } from './topup.model.ts';
import { presentTopup } from './topup.presenter.ts';

type TopupMovementKind = 'wallet_topup' | 'wallet_reversal';

export function isOfTopup({ kind }: Pick<MovementRow, 'kind'>): boolean {
  return kind === 'wallet_topup' || kind === 'wallet_reversal';
}

/**
 * Reserves the next movement of a locked top-up that has none in flight.
 * @throws AppError as `reserveMovement` does
 */
export async function reserveTopupMovement(
  unit: CallerUnit,
  topup: TopupRow,
  kind: TopupMovementKind,
): Promise<MovementRow> {
  const { trx, scope, actor } = unit;
  const { payment_id, customer_id, amount_minor, currency } = topup;
  const movements = topup.movements + 1;
  const movement = await reserveMovement(trx, {
    scope,
    actor,
    transfer: {
      id: topupMovementId(payment_id, movements),
      kind,
      from: kind === 'wallet_reversal' ? customer_id : null,
      to: kind === 'wallet_topup' ? customer_id : null,
      amount_minor,
      currency,
      reference: payment_id,
    },
  });
  const event = kind === 'wallet_topup' ? 'crediting' : 'reversing';
  await changeTopup(unit, topup, event, { movements, movement_id: movement.id });
  return movement;
}

/** Applies the result of a top-up's movement to the locked top-up. */
export async function endTopupMovement(
  unit: ScopedUnit,
  topup: TopupRow,
  { kind, refusal, actor_type, actor_id }: MovementRow,
): Promise<void> {
  const over = { movement_id: null };
  if (kind === 'wallet_topup') {
    if (refusal) return blockTopup(unit, topup, refusal);
    const credited_at = unit.scope.clock.now();
    const credited = await changeTopup(unit, topup, 'credited', { ...over, credited_at });
    return recordEvent(unit, 'topup.credited', presentTopup(credited));
  }
  if (refusal) {
    await changeTopup(unit, topup, 'reversing', over);
    return;
  }
  await changeTopup(unit, topup, 'reversed', over);
  const actor: Actor = { type: actor_type, id: actor_id };
  await recordCustomerEvent({ ...unit, actor }, topup.customer_id, 'topup.reversed', aboutTopup(topup));
}

/** Blocks a locked top-up: its money stays with the merchant. The reason is recorded, in the customer's trail, too. */
export async function blockTopup(
  unit: ScopedUnit,
  topup: TopupRow,
  reason: Reason,
  details: Record<string, unknown> = {},
): Promise<void> {
  const blocked = await changeTopup(unit, topup, 'blocked', { reason, movement_id: null });
  await recordCustomerEvent({ ...unit, actor: SYSTEM }, topup.customer_id, 'topup.blocked', {
    ...aboutTopup(topup),
    reason,
    ...details,
  });
  await recordEvent(unit, 'topup.blocked', presentTopup(blocked));
}

function aboutTopup({ payment_id, amount_minor, currency }: TopupRow): Record<string, unknown> {
  return { payment_id, amount_minor, currency };
}

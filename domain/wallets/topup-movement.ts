/** A top-up's movements: the credit into the wallet and, when a person takes it back, the reversal. */
import type { Reason } from '../../core/errors.ts';
import { SYSTEM, type Actor, type Scope } from '../../core/scope.ts';
import type { Transaction } from '../../db/connection.ts';
import type { EnqueueAfterCommit } from '../platform/unit.ts';
import { recordCustomerEvent } from '../customers/index.ts';
import { recordEvent } from '../webhooks/index.ts';
import { reserveMovement } from './reserve-movements.ts';
import type { MovementRow } from './movement.model.ts';
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
  trx: Transaction,
  scope: Scope,
  actor: Actor,
  topup: TopupRow,
  kind: TopupMovementKind,
): Promise<MovementRow> {
  const { payment_id, customer_id, amount_minor, currency } = topup;
  const movements = topup.movements + 1;
  const movement = await reserveMovement(trx, {
    scope,
    actor,
    order: {
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
  await changeTopup(trx, scope, topup, event, { movements, movement_id: movement.id });
  return movement;
}

/** What its movement, which has ended, makes of a locked top-up. */
export async function endTopupMovement(
  trx: Transaction,
  enqueueAfterCommit: EnqueueAfterCommit,
  scope: Scope,
  topup: TopupRow,
  { kind, refusal, actor_type, actor_id }: MovementRow,
): Promise<void> {
  const over = { movement_id: null };
  if (kind === 'wallet_topup') {
    if (refusal) return blockTopup(trx, enqueueAfterCommit, scope, topup, refusal, {});
    const credited_at = scope.clock.now();
    const credited = await changeTopup(trx, scope, topup, 'credited', { ...over, credited_at });
    return recordEvent({ trx, enqueue: enqueueAfterCommit, scope }, 'topup.credited', presentTopup(credited));
  }
  if (refusal) {
    await changeTopup(trx, scope, topup, 'reversing', over);
    return;
  }
  await changeTopup(trx, scope, topup, 'reversed', over);
  const actor: Actor = { type: actor_type, id: actor_id };
  await recordCustomerEvent({ trx, scope, actor }, topup.customer_id, 'topup.reversed', aboutTopup(topup));
}

/** Records why the money of a locked top-up stays with the merchant, in the customer's trail too. */
export async function blockTopup(
  trx: Transaction,
  enqueueAfterCommit: EnqueueAfterCommit,
  scope: Scope,
  topup: TopupRow,
  reason: Reason,
  details: Record<string, unknown>,
): Promise<void> {
  const blocked = await changeTopup(trx, scope, topup, 'blocked', { reason, movement_id: null });
  await recordCustomerEvent({ trx, scope, actor: SYSTEM }, topup.customer_id, 'topup.blocked', {
    ...aboutTopup(topup),
    reason,
    ...details,
  });
  await recordEvent({ trx, enqueue: enqueueAfterCommit, scope }, 'topup.blocked', presentTopup(blocked));
}

function aboutTopup({ payment_id, amount_minor, currency }: TopupRow): Record<string, unknown> {
  return { payment_id, amount_minor, currency };
}

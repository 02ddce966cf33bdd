/** What people ask wallets to do: deposit from the merchant's balance, withdraw to it, and transfer between customers. */
import { apart, coalescePer } from '../../core/batch.ts';
import { invalidField, refusal, type Reason } from '../../core/errors.ts';
import { newUuid } from '../../core/ids.ts';
import type { Currency } from '../../core/money.ts';
import type { Actor, Scope } from '../../core/scope.ts';
import { isConnectionFault, type Db } from '../../db/connection.ts';
import { only } from '../../db/rows.ts';
import type { Context } from '../platform/context.ts';
import { makeOnce, refuseReservedKey, type Made, type Wish } from '../platform/idempotency.ts';
import type { BookedTransfer } from '../ledger/index.ts';
import { bookMovement } from './book-movement.ts';
import { intendMovements, type Intention } from './reserve-movements.ts';
import type { MovementRow, Order } from './movement.ts';
import { refusalReason } from './movement.rules.ts';

export interface MoneyRequest {
  currency: Currency;
  amount_minor: bigint;
  idempotency_key: string;
}

export interface Moved {
  transfer: BookedTransfer;
  currency: Currency;
  replayed: boolean;
}

/** @throws AppError as `move` does; `insufficient_funds` when the merchant's balance does not cover it */
export function deposit(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  customer_id: string,
  request: MoneyRequest,
): Promise<Moved> {
  return move(ctx, scope, actor, { ...request, kind: 'wallet_deposit', from: null, to: customer_id });
}

/** @throws AppError as `move` does */
export function withdraw(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  customer_id: string,
  request: MoneyRequest,
): Promise<Moved> {
  return move(ctx, scope, actor, { ...request, kind: 'wallet_withdrawal', from: customer_id, to: null });
}

/** @throws AppError as `move` does; VALIDATION_ERROR when both are the same customer */
export async function transferBetweenWallets(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  request: MoneyRequest & { from_customer_id: string; to_customer_id: string },
): Promise<Moved> {
  const { from_customer_id: from, to_customer_id: to, ...money } = request;
  if (from === to) throw invalidField('to_customer_id', 'The two customers must be different.');
  return move(ctx, scope, actor, { ...money, kind: 'wallet_transfer', from, to });
}

/**
 * Intent, ledger, outcome. What is refused before the intent leaves the key unused; what the ledger refuses has spent it,
 * and a repeat is refused the same way even when funds have arrived since.
 * @throws AppError NOT_FOUND, wallet_not_found, customer_not_active, limit_exceeded, insufficient_funds,
 *   overflow, idempotency_key_reused, idempotency_key_reserved
 */
async function move(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  { idempotency_key: key, ...request }: Omit<Order, 'id' | 'reference'> & { idempotency_key: string },
): Promise<Moved> {
  refuseReservedKey(key);
  const id = newUuid();
  const stored = await store(ctx.db, {
    scope,
    actor,
    order: { id, ...request, reference: key },
    use: { key, request: ['wallet movement', request] },
    subject_id: id,
  });
  const movement =
    'made' in stored
      ? stored.made
      : only(await ctx.db<MovementRow>('wallet_movements').where({ id: stored.earlier.subject_id }));
  if (movement.refusal) throw moneyRefusal(movement.refusal);
  const outcome = await bookMovement(ctx, scope, movement);
  if (outcome.status === 'refused') throw moneyRefusal(refusalReason(outcome.fault));
  return {
    transfer: only(outcome.transfers),
    currency: movement.currency,
    replayed: outcome.status === 'replayed',
  };
}

/** Movements whose intents are written in one transaction: under its locks the wallets of all of them wait. */
const MAX_INTENTS_PER_COMMIT = 200;

/** Those that wait together are written together; each is refused by itself. */
const store = coalescePer<Db, Wish & Intention, Made<MovementRow>>(
  (db, wishes) =>
    apart(
      (some: (Wish & Intention)[]) =>
        db.transaction((trx) => makeOnce(trx, some, (fresh) => intendMovements(trx, fresh))),
      isConnectionFault,
    )(wishes),
  { max_weight: MAX_INTENTS_PER_COMMIT },
);

function moneyRefusal(reason: Reason): Error {
  return reason === 'insufficient_funds'
    ? refusal(reason, 'There was not enough money. To try again, use a new idempotency key.')
    : refusal(reason);
}

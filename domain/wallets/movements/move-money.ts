/** Moves money of wallets on request: deposits from the merchant's balance, withdrawals to it, transfers between customers. */
import { invalidField, refusal, type Reason } from '../../../core/errors.ts';
import { newUuid } from '../../../core/ids.ts';
import type { Currency } from '../../../core/money.ts';
import { expectOne } from '../../../db/rows.ts';
import { refuseReservedKey } from '../../platform/idempotency.ts';
import type { Caller } from '../../platform/unit.ts';
import type { BookedTransfer } from '../../ledger/index.ts';
import { submitMovement } from './movement-pipeline.ts';
import type { WalletTransferRequest } from './reserve-movements.ts';

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
export function depositIntoWallet(
  caller: Caller,
  customer_id: string,
  request: MoneyRequest,
): Promise<Moved> {
  return move(caller, { kind: 'wallet_deposit', ...request, from: null, to: customer_id });
}

/** @throws AppError as `move` does */
export function withdrawFromWallet(
  caller: Caller,
  customer_id: string,
  request: MoneyRequest,
): Promise<Moved> {
  return move(caller, { kind: 'wallet_withdrawal', ...request, from: customer_id, to: null });
}

/** @throws AppError as `move` does; VALIDATION_ERROR when both are the same customer */
export async function transferBetweenWallets(
  caller: Caller,
  request: MoneyRequest & { from_customer_id: string; to_customer_id: string },
): Promise<Moved> {
  const { from_customer_id: from, to_customer_id: to, ...money } = request;
  if (from === to) throw invalidField('to_customer_id', 'The two customers must be different.');
  return move(caller, { kind: 'wallet_transfer', ...money, from, to });
}

/**
 * Reserves, books and records. A request that is refused before it is reserved leaves the key unused; one that the ledger refuses
 * has used it, and a repeat is refused the same way even when funds have arrived since.
 * @throws AppError NOT_FOUND, wallet_not_found, customer_not_active, limit_exceeded, insufficient_funds,
 *   overflow, idempotency_key_reused, idempotency_key_reserved
 */
async function move(
  { ctx, scope, actor }: Caller,
  {
    idempotency_key: key,
    ...request
  }: Omit<WalletTransferRequest, 'id' | 'reference'> & { idempotency_key: string },
): Promise<Moved> {
  refuseReservedKey(key);
  const id = newUuid();
  const { row, booked, replayed } = await submitMovement(ctx, {
    scope,
    actor,
    transfer: { id, ...request, reference: key },
    idempotency: { key, request: ['wallet movement', request] },
    subject_id: id,
  });
  if (row.refusal) throw moneyRefusal(row.refusal);
  // A repeat that had to book what the first request left behind is the first to answer it.
  if (booked?.status === 'created')
    return { transfer: expectOne(booked.transfers), currency: row.currency, replayed: false };
  const transfers = await ctx.ledger.transfers([row.id]);
  return { transfer: expectOne([...transfers.values()]), currency: row.currency, replayed };
}

function moneyRefusal(reason: Reason): Error {
  return reason === 'insufficient_funds'
    ? refusal(reason, 'There was not enough money. To try again, use a new idempotency key.')
    : refusal(reason);
}

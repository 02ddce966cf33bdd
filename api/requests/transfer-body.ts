/** Fields that transfers and holds share: the two accounts and the amount. */
import joi from 'joi';
import { parseId } from '../../core/ids.ts';
import { amountMinor, id, idempotencyKey, text } from '../fields.ts';

const movedFields = {
  debit_account_id: id('account').required(),
  credit_account_id: id('account').required(),
  amount_minor: amountMinor.required(),
  memo: text(500),
};

export const transferFields = { ...movedFields, idempotency_key: idempotencyKey.required() };

export const transferBatchFields = {
  transfers: joi.array().items(joi.object(movedFields)).min(1).max(1_000).required(),
  idempotency_key: idempotencyKey.required(),
};

interface MovedBody {
  debit_account_id: string;
  credit_account_id: string;
  amount_minor: bigint;
  memo?: string;
}

export interface TransferBody extends MovedBody {
  idempotency_key: string;
}

export interface TransferBatchBody {
  transfers: MovedBody[];
  idempotency_key: string;
}

/** The body with the accounts' UUIDs, which the ledger uses. */
export function transferRequest({ idempotency_key, ...moved }: TransferBody) {
  return { idempotency_key, ...detailsOf(moved) };
}

export function transferBatchRequest({ idempotency_key, transfers }: TransferBatchBody) {
  return { transfers: transfers.map(detailsOf), idempotency_key };
}

function detailsOf(body: MovedBody) {
  return {
    debit_account_id: parseId('account', body.debit_account_id) as string,
    credit_account_id: parseId('account', body.credit_account_id) as string,
    amount_minor: body.amount_minor,
    memo: body.memo ?? null,
  };
}

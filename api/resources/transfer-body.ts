/** What requests for transfers and for holds have in common: from which account to which, how much. */
import { parseId } from '../../core/ids.ts';
import { amountMinor, id, idempotencyKey, text } from '../fields.ts';

export const transferFields = {
  debit_account_id: id('account').required(),
  credit_account_id: id('account').required(),
  amount_minor: amountMinor.required(),
  idempotency_key: idempotencyKey.required(),
  memo: text(500),
};

export interface TransferBody {
  debit_account_id: string;
  credit_account_id: string;
  amount_minor: bigint;
  idempotency_key: string;
  memo?: string;
}

/** The same with the accounts' uuids, as the ledger has them. */
export function transferRequest(body: TransferBody) {
  return {
    debit_account_id: parseId('account', body.debit_account_id) as string,
    credit_account_id: parseId('account', body.credit_account_id) as string,
    amount_minor: body.amount_minor,
    idempotency_key: body.idempotency_key,
    memo: body.memo ?? null,
  };
}

/** The transfer that a client requested, from its row. */
import type { Transfer } from '../backend.port.ts';
import { TRANSFER_KINDS } from '../rules/kinds.rules.ts';

/** What rows of manual transfers and of holds have in common. */
export interface RequestedTransfer {
  id: string;
  debit_account_id: string;
  credit_account_id: string;
  amount_minor: bigint;
  reference: string;
  memo: string | null;
}

export function requestedTransfer(row: RequestedTransfer): Transfer {
  return {
    id: row.id,
    debit_account_id: row.debit_account_id,
    credit_account_id: row.credit_account_id,
    amount: row.amount_minor,
    code: TRANSFER_KINDS.manual,
    phase: null,
    pending_id: null,
    timeout_s: 0,
    reference: row.reference,
    memo: row.memo,
  };
}

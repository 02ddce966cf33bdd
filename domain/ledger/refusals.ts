/** What the ledger's faults mean to the one who asked. */
import { refusal, type AppError, type Reason } from '../../core/errors.ts';
import type { TransferError } from './backend.port.ts';

/** Faults that a request can cause; any other is a defect of ours. */
const REASON_BY_ERROR: Partial<Record<TransferError, Reason>> = {
  exceeds_credits: 'exceeds_credits',
  exceeds_debits: 'exceeds_debits',
  id_already_failed: 'id_already_failed',
  debit_account_not_found: 'account_not_found',
  credit_account_not_found: 'account_not_found',
  accounts_must_have_the_same_ledger: 'currency_mismatch',
  overflows_debits: 'overflow',
  overflows_credits: 'overflow',
  exceeds_pending_transfer_amount: 'exceeds_pending_amount',
  pending_transfer_already_posted: 'already_captured',
  pending_transfer_already_voided: 'already_voided',
  pending_transfer_expired: 'hold_expired',
  // The ending of a hold has one id per hold and verb: another content is another capture of the same hold.
  exists_with_different_amount: 'already_captured',
};

export function refusalOf(error: TransferError): AppError {
  const reason = REASON_BY_ERROR[error];
  if (!reason) throw new Error(`the ledger refused a transfer of ours: ${error}`);
  return refusal(reason);
}

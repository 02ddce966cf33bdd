/** The API's refusal for each error of the ledger that a request can cause. */
import { AppError, refusal, type Reason } from '../../../core/errors.ts';
import type { TransferError } from '../backend.port.ts';

/** Any other error is a defect of this service. */
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
  // The transfer that resolves a hold has one id per hold and phase: another content is another capture of the same hold.
  exists_with_different_amount: 'already_captured',
};

export function refusalOf(error: TransferError): AppError {
  const reason = REASON_BY_ERROR[error];
  if (!reason) throw new Error(`the ledger refused a transfer of ours: ${error}`);
  return refusal(reason);
}

/** The same refusal, naming which transfer of a batch is at fault. */
export function atPlace({ code, message, reason, details }: AppError, place: number): AppError {
  const [field] = details ?? [];
  const path = `transfers[${place}]${field?.path === undefined ? '' : `.${field.path}`}`;
  return new AppError(code, message, { ...(reason ? { reason } : {}), details: [{ path, message }] });
}

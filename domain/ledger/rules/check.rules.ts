/** Which rule a transfer breaks, in the order of checks of docs/concepts/ledger.md. Pure; nothing here changes the state. */
import type { Transfer, TransferError } from '../backend.port.ts';
import { MAX_INT64, type AccountState, type LedgerState } from './state.rules.ts';

/** A sum of an account beyond this is refused. */
const MAX_SUM = MAX_INT64;

/** Errors that a later retry might not meet: the id is recorded as failed, so that a late retry cannot book it unexpectedly. */
export const FAILS_ID: ReadonlySet<TransferError> = new Set([
  'debit_account_not_found',
  'credit_account_not_found',
  'pending_transfer_not_found',
  'exceeds_credits',
  'exceeds_debits',
]);

/**
 * The first rule that the transfer breaks; null when it may be booked. Amounts are positive: callers check that before, and
 * the database refuses anything else.
 */
export function checkTransfer(state: LedgerState, transfer: Transfer): TransferError | null {
  const existing = state.transfers.get(transfer.id);
  if (existing) return compareTransfers(transfer, existing);
  if (state.failedTransferIds.has(transfer.id)) return 'id_already_failed';
  return transfer.phase === 'post' || transfer.phase === 'void'
    ? checkResolution(state, transfer)
    : checkMovement(state, transfer);
}

/** A plain or pending transfer. */
function checkMovement(state: LedgerState, transfer: Transfer): TransferError | null {
  if (transfer.debit_account_id === transfer.credit_account_id) return 'accounts_must_be_different';
  if (transfer.pending_id !== null) return 'pending_id_must_be_zero';
  if (transfer.timeout_s !== 0 && transfer.phase !== 'pending')
    return 'timeout_reserved_for_pending_transfer';
  const debit = state.accounts.get(transfer.debit_account_id);
  const credit = state.accounts.get(transfer.credit_account_id);
  if (!debit) return 'debit_account_not_found';
  if (!credit) return 'credit_account_not_found';
  if (debit.ledger !== credit.ledger) return 'accounts_must_have_the_same_ledger';
  return checkLimits(debit, credit, transfer.amount);
}

/** A post or void: its accounts exist, because they must be its pending transfer's. */
function checkResolution(state: LedgerState, transfer: Transfer): TransferError | null {
  const { pending_id } = transfer;
  if (pending_id === null) return 'pending_id_must_not_be_zero';
  if (pending_id === transfer.id) return 'pending_id_must_be_different';
  if (transfer.timeout_s !== 0) return 'timeout_reserved_for_pending_transfer';
  const pending = state.pending.get(pending_id);
  if (!pending)
    return state.transfers.has(pending_id) ? 'pending_transfer_not_pending' : 'pending_transfer_not_found';
  if (pending.debit_account_id !== transfer.debit_account_id)
    return 'pending_transfer_has_different_debit_account_id';
  if (pending.credit_account_id !== transfer.credit_account_id) {
    return 'pending_transfer_has_different_credit_account_id';
  }
  if (pending.code !== transfer.code) return 'pending_transfer_has_different_code';
  if (transfer.amount > pending.amount) return 'exceeds_pending_transfer_amount';
  if (transfer.phase === 'void' && transfer.amount !== pending.amount)
    return 'pending_transfer_has_different_amount';
  if (pending.status === 'posted') return 'pending_transfer_already_posted';
  if (pending.status === 'voided') return 'pending_transfer_already_voided';
  return pending.status === 'expired' ? 'pending_transfer_expired' : null;
}

function checkLimits(debit: AccountState, credit: AccountState, amount: bigint): TransferError | null {
  const debits = debit.debits_pending + debit.debits_posted + amount;
  const credits = credit.credits_pending + credit.credits_posted + amount;
  if (debits > MAX_SUM) return 'overflows_debits';
  if (credits > MAX_SUM) return 'overflows_credits';
  if (debit.limit === 'debits' && debits > debit.credits_posted) return 'exceeds_credits';
  if (credit.limit === 'credits' && credits > credit.debits_posted) return 'exceeds_debits';
  return null;
}

/** Of two transfers with the same id: `exists` when they are equal, else the first difference in TigerBeetle's order. */
export function compareTransfers(transfer: Transfer, existing: Transfer): TransferError {
  if (transfer.phase !== existing.phase) return 'exists_with_different_flags';
  if (transfer.pending_id !== existing.pending_id) return 'exists_with_different_pending_id';
  if (transfer.timeout_s !== existing.timeout_s) return 'exists_with_different_timeout';
  if (transfer.debit_account_id !== existing.debit_account_id)
    return 'exists_with_different_debit_account_id';
  if (transfer.credit_account_id !== existing.credit_account_id)
    return 'exists_with_different_credit_account_id';
  if (transfer.amount !== existing.amount) return 'exists_with_different_amount';
  if (transfer.reference !== existing.reference || transfer.memo !== existing.memo) {
    return 'exists_with_different_user_data_128';
  }
  if (transfer.code !== existing.code) return 'exists_with_different_code';
  return 'exists';
}

/** True when that very transfer, with the same content, is among the existing ones. */
export function sameTransfer(existing: Map<string, Transfer>, transfer: Transfer): boolean {
  const found = existing.get(transfer.id);
  return found !== undefined && compareTransfers(transfer, found) === 'exists';
}

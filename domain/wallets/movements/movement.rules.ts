/** The kinds of movements as data, the changes of wallets with each status, and the transfer that books a movement. Pure. */
import type { Reason } from '../../../core/errors.ts';
import { TRANSFER_KINDS, type Transfer, type TransferError } from '../../ledger/index.ts';

/** Kind → does it count as outgoing, for the limits on withdrawals and outgoing transfers? */
export const MOVEMENT_KINDS = {
  wallet_topup: { outgoing: false },
  wallet_deposit: { outgoing: false },
  wallet_withdrawal: { outgoing: true },
  wallet_transfer: { outgoing: true },
  wallet_reversal: { outgoing: false },
} as const satisfies Partial<Record<keyof typeof TRANSFER_KINDS, { outgoing: boolean }>>;

export type MovementKind = keyof typeof MOVEMENT_KINDS;
export type MovementStatus = 'pending' | 'posted' | 'refused';

/** The side of a movement whose wallet's bound changes, and the sign: the bound is never below the ledger's balance. */
interface BoundChange {
  side: 'debit' | 'credit';
  sign: 1n | -1n;
}

/**
 * A credit counts from its reservation on, a debit from its booking on, so that between the two the bound is too high
 * rather than too low.
 */
const BOUND_CHANGES: Record<MovementStatus, BoundChange> = {
  pending: { side: 'credit', sign: 1n },
  posted: { side: 'debit', sign: -1n },
  refused: { side: 'credit', sign: -1n },
};

interface Sides {
  debit_wallet_id: string | null;
  credit_wallet_id: string | null;
  amount_minor: bigint;
}

/** The change of a wallet's bound when the movement gets that status; null when no bound changes. */
export function boundChange(
  movement: Sides,
  status: MovementStatus,
): { wallet_id: string; change_minor: bigint } | null {
  const { side, sign } = BOUND_CHANGES[status];
  const wallet_id = side === 'debit' ? movement.debit_wallet_id : movement.credit_wallet_id;
  return wallet_id === null ? null : { wallet_id, change_minor: sign * movement.amount_minor };
}

/** The reason that a wallet's holder is given for the ledger's error. An id is spent by an attempt whose answer was lost. */
const REASON_BY_ERROR: Partial<Record<TransferError, Reason>> = {
  exceeds_credits: 'insufficient_funds',
  id_already_failed: 'insufficient_funds',
  overflows_debits: 'overflow',
  overflows_credits: 'overflow',
};

export function refusalReason(error: TransferError): Reason {
  const reason = REASON_BY_ERROR[error];
  if (!reason) throw new Error(`the ledger refused a wallet's movement: ${error}`);
  return reason;
}

interface ToBook {
  id: string;
  kind: MovementKind;
  debit_account_id: string;
  credit_account_id: string;
  amount_minor: bigint;
  reference: string;
}

export function movementTransfer(movement: ToBook): Transfer {
  return {
    id: movement.id,
    debit_account_id: movement.debit_account_id,
    credit_account_id: movement.credit_account_id,
    amount: movement.amount_minor,
    code: TRANSFER_KINDS[movement.kind],
    phase: null,
    pending_id: null,
    timeout_s: 0,
    reference: movement.reference,
    memo: null,
  };
}

/** The decisions on a line, and the transfer of a booking. Pure. */
import { decodeId, derivedUuid } from '../../../core/ids.ts';
import { TRANSFER_KINDS, type AccountKind, type Transfer } from '../../ledger/index.ts';
import { withoutSign, type MatchStatus } from '../matching/match.rules.ts';
import type { LineKind } from '../parsing/statement.rules.ts';

export const RESOLUTION_ACTIONS = ['settle_payment', 'book_payout', 'book_fee', 'ignore'] as const;
export type ResolutionAction = (typeof RESOLUTION_ACTIONS)[number];

/** The actions that move money or complete payments; `ignore` is only recorded. */
export const CARRIED_OUT_ACTIONS = ['settle_payment', 'book_payout', 'book_fee'] as const;
export type CarriedOutAction = (typeof CARRIED_OUT_ACTIONS)[number];

/** The kinds of lines to which an action applies; `ignore` applies to all. */
export const KINDS_FOR: Record<CarriedOutAction, readonly LineKind[]> = {
  settle_payment: ['payment'],
  book_payout: ['payout', 'payout_reversal'],
  book_fee: ['fee', 'fee_reversal'],
};

/** @returns why the action does not apply to the line, as the end of a sentence; null when it does */
export function actionError(
  action: ResolutionAction,
  { kind, match_status }: { kind: LineKind; match_status: MatchStatus },
): string | null {
  if (action === 'ignore') return null;
  const kinds = KINDS_FOR[action];
  if (!kinds.includes(kind)) return `is for lines of kind ${kinds.join(' or ')}, not ${kind}`;
  if (action === 'settle_payment' && match_status !== 'matched')
    return `needs a line that is matched with a payment; this one is ${match_status}`;
  return null;
}

/** The accounts of a booking: the available balance, and what the provider holds. */
const LEGS = {
  payout: { debit: 'merchant_available', credit: 'provider_clearing' },
  fee: { debit: 'merchant_available', credit: 'provider_clearing' },
  payout_reversal: { debit: 'provider_clearing', credit: 'merchant_available' },
  fee_reversal: { debit: 'provider_clearing', credit: 'merchant_available' },
} as const satisfies Partial<Record<LineKind, { debit: AccountKind; credit: AccountKind }>>;

type BookableKind = keyof typeof LEGS;

export interface LineToBook {
  id: string;
  kind: LineKind;
  amount_minor: bigint;
  /** Bookings that the ledger refused: each attempt has a transfer id of its own. */
  attempts: number;
}

/**
 * The transfer that books a payout or fee, or its reversal. The kind decides the direction, whatever the sign.
 * @param accounts ids of the accounts in the statement's currency
 */
export function lineTransfer(
  line: LineToBook,
  accounts: Record<'merchant_available' | 'provider_clearing', string>,
): Transfer {
  const { debit, credit } = LEGS[line.kind as BookableKind];
  return {
    id: derivedUuid(decodeId(line.id), 'booking', String(line.attempts)),
    debit_account_id: accounts[debit],
    credit_account_id: accounts[credit],
    amount: withoutSign(line.amount_minor),
    code: TRANSFER_KINDS[line.kind as BookableKind],
    phase: null,
    pending_id: null,
    timeout_s: 0,
    reference: line.id,
    memo: null,
  };
}

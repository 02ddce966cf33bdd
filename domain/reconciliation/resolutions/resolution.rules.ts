/** The decisions on a line, and the transfer of a booking. Pure. */
import { decodeId, derivedUuid } from '../../../core/ids.ts';
import type { Currency } from '../../../core/money.ts';
import type { Scope } from '../../../core/scope.ts';
import { accountId, TRANSFER_KINDS, type AccountKey, type Transfer } from '../../ledger/index.ts';
import { withoutSign, type MatchStatus } from '../matching/match.rules.ts';
import type { payouts } from '../../payments/index.ts';
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

/** Matches by which a line is of the payout that it names, and not only named like it. */
export const OF_ITS_PAYOUT: readonly MatchStatus[] = ['matched', 'duplicate', 'status_mismatch'];

/**
 * Whether the payout that a line names is booked, or will be: unless it was not paid in our books.
 * @param payout as it is now, not as it was when the statement was imported
 */
export function isOfBookedPayout(
  { match_status }: { match_status: MatchStatus },
  payout: Pick<payouts.PayoutRow, 'outcome'> | null,
): boolean {
  const was_paid = payout !== null && (payout.outcome === null || payout.outcome === 'succeeded');
  return match_status === 'duplicate' ? payout !== null : was_paid && OF_ITS_PAYOUT.includes(match_status);
}

/** Whether a booking lowers what the provider holds, or raises it again. */
const RAISES_CLEARING = {
  payout: false,
  fee: false,
  payout_reversal: true,
  fee_reversal: true,
} as const satisfies Partial<Record<LineKind, boolean>>;

type BookableKind = keyof typeof RAISES_CLEARING;

/** How a payout or fee is booked: where it does not lower the merchant's available balance. */
export interface BookedTo {
  /** Of a payout: the bank account that received it. */
  bank_account_id: string | null;
  /** Of a fee: the cooperative bears it. */
  is_expense: boolean;
}

/** The two accounts of a booking: what the provider holds, and what the money goes to. */
export function bookedAccounts({
  currency,
  bank_account_id,
  is_expense,
}: BookedTo & { currency: Currency }): {
  clearing: AccountKey;
  other: AccountKey;
} {
  const clearing: AccountKey = { kind: 'provider_clearing', currency, owner: '' };
  if (bank_account_id !== null)
    return { clearing, other: { kind: 'bank', currency, owner: bank_account_id } };
  const kind = is_expense ? 'operating_expenses' : 'merchant_available';
  return { clearing, other: { kind, currency, owner: '' } };
}

type ScopeName = Pick<Scope, 'project_id' | 'environment'>;

export interface LineToBook extends BookedTo {
  id: string;
  kind: LineKind;
  amount_minor: bigint;
  /** Bookings that the ledger refused: each attempt has a transfer id of its own. */
  attempts: number;
}

/** The transfer that books a payout or fee, or its reversal. The kind decides the direction, whatever the sign. */
export function lineTransfer(scope: ScopeName, currency: Currency, line: LineToBook): Transfer {
  const accounts = bookedAccounts({ ...line, currency });
  const [clearing, other] = [accountId(scope, accounts.clearing), accountId(scope, accounts.other)];
  const raises = RAISES_CLEARING[line.kind as BookableKind];
  return {
    id: derivedUuid(decodeId(line.id), 'booking', String(line.attempts)),
    debit_account_id: raises ? clearing : other,
    credit_account_id: raises ? other : clearing,
    amount: withoutSign(line.amount_minor),
    code: TRANSFER_KINDS[line.kind as BookableKind],
    phase: null,
    pending_id: null,
    timeout_s: 0,
    reference: line.id,
    memo: null,
  };
}

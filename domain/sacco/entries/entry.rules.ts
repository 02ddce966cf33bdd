/**
 * What a movement of the SACCO is: the booking table and the states of an entry, as data. docs/reference/sacco.md is
 * printed from here. Pure.
 */
import type { Reason } from '../../../core/errors.ts';
import type { AccountKind, TransferError } from '../../ledger/index.ts';

export const ENTRY_KINDS = [
  'deposit',
  'withdrawal',
  'share_purchase',
  'entrance_fee',
  'cash_adjustment',
  'member_exit',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Where the money of an entry comes from. */
export type Source = 'cash' | 'savings' | 'payment';
/** Which way counted cash differs. */
export type Direction = 'in' | 'out';

/** What tells one row of the booking table from another. */
export interface Movement {
  kind: EntryKind;
  source: Source | null;
  direction: Direction | null;
}

/** Which of the entry's amounts a leg moves. */
export type LegAmount = 'amount' | 'shares';

export interface Leg {
  debit: AccountKind;
  credit: AccountKind;
  amount: LegAmount;
}

interface Booking extends Movement {
  title: string;
  legs: Leg[];
}

const leg = (debit: AccountKind, credit: AccountKind, amount: LegAmount = 'amount'): Leg => ({
  debit,
  credit,
  amount,
});

/** Every movement is one batch of transfers: all legs or none. */
export const BOOKING_TABLE: readonly Booking[] = [
  {
    title: 'Cash deposit',
    kind: 'deposit',
    source: 'cash',
    direction: null,
    legs: [leg('cash_on_hand', 'member_savings')],
  },
  {
    title: 'Mobile-money deposit',
    kind: 'deposit',
    source: 'payment',
    direction: null,
    legs: [leg('merchant_available', 'member_savings')],
  },
  {
    title: 'Cash withdrawal',
    kind: 'withdrawal',
    source: 'savings',
    direction: null,
    legs: [leg('member_savings', 'cash_on_hand')],
  },
  {
    title: 'Shares from cash',
    kind: 'share_purchase',
    source: 'cash',
    direction: null,
    legs: [leg('cash_on_hand', 'member_shares')],
  },
  {
    title: 'Shares from savings',
    kind: 'share_purchase',
    source: 'savings',
    direction: null,
    legs: [leg('member_savings', 'member_shares')],
  },
  {
    title: 'Shares by mobile money',
    kind: 'share_purchase',
    source: 'payment',
    direction: null,
    legs: [leg('merchant_available', 'member_shares')],
  },
  {
    title: 'Entrance fee',
    kind: 'entrance_fee',
    source: 'cash',
    direction: null,
    legs: [leg('cash_on_hand', 'fee_income')],
  },
  {
    title: 'Cash counted in',
    kind: 'cash_adjustment',
    source: null,
    direction: 'in',
    legs: [leg('cash_on_hand', 'cash_adjustments')],
  },
  {
    title: 'Cash counted out',
    kind: 'cash_adjustment',
    source: null,
    direction: 'out',
    legs: [leg('cash_adjustments', 'cash_on_hand')],
  },
  {
    title: 'Exit',
    kind: 'member_exit',
    source: null,
    direction: null,
    legs: [leg('member_shares', 'member_savings', 'shares'), leg('member_savings', 'cash_on_hand')],
  },
];

/** The row of the booking table for this movement. */
export function bookingOf({ kind, source, direction }: Movement): Booking {
  const booking = BOOKING_TABLE.find(
    (row) => row.kind === kind && row.source === source && row.direction === direction,
  );
  if (!booking) throw new Error(`the booking table has no ${kind} from ${source} ${direction}`);
  return booking;
}

/** The amounts of an entry, in minor units. */
export interface EntryAmounts {
  amount_minor: bigint;
  shares_minor: bigint;
}

export function legAmount({ amount }: Leg, { amount_minor, shares_minor }: EntryAmounts): bigint {
  return amount === 'shares' ? shares_minor : amount_minor;
}

/** The legs that move anything: of the exit of a member without shares, the first does not. */
export function legsOf(entry: Movement & EntryAmounts): Leg[] {
  return bookingOf(entry).legs.filter((each) => legAmount(each, entry) > 0n);
}

/** Accounts that belong to one member; the others belong to the whole book. */
export const MEMBER_ACCOUNTS = ['member_savings', 'member_shares'] as const satisfies AccountKind[];

/** Accounts of the book that the SACCO moves. */
export const BOOK_ACCOUNTS = [
  'cash_on_hand',
  'cash_adjustments',
  'fee_income',
  'interest_income',
  'merchant_available',
] as const satisfies AccountKind[];

// ── states ───────────────────────────────────────────────────────────────────────────────────────────────────────────

export const ENTRY_STATUSES = [
  'pending',
  'posting',
  'awaiting_approval',
  'posted',
  'failed',
  'rejected',
  'cancelled',
] as const;
export type EntryStatus = (typeof ENTRY_STATUSES)[number];

/** `pending` and `posting` last while the ledger is asked: the first without an approval, the second after one. */
export const ENTRY_TRANSITIONS: Record<EntryStatus, readonly EntryStatus[]> = {
  pending: ['posted', 'failed'],
  posting: ['posted', 'failed'],
  awaiting_approval: ['posting', 'failed', 'rejected', 'cancelled'],
  posted: [],
  failed: [],
  rejected: [],
  cancelled: [],
};

export const IN_FLIGHT: readonly EntryStatus[] = ['pending', 'posting'];

/** Entries of these have moved money, or may still. */
export const MONEY_STATUSES: readonly EntryStatus[] = [...IN_FLIGHT, 'awaiting_approval', 'posted'];

// ── outcomes ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What it is called when an account that a leg takes from holds too little. */
const SHORTAGES: Partial<Record<AccountKind, Reason>> = {
  member_savings: 'insufficient_savings',
  merchant_available: 'insufficient_funds',
};

/** What the ledger's refusal of a leg means to the people at the counter. @returns null for a defect of ours */
export function shortageOf({ debit, credit }: Leg, error: TransferError): Reason | null {
  const of_debit = SHORTAGES[debit] ?? null;
  const of_credit = credit === 'cash_on_hand' ? 'insufficient_cash' : null;
  if (error === 'exceeds_credits') return of_debit;
  if (error === 'exceeds_debits') return of_credit;
  if (error === 'overflows_debits' || error === 'overflows_credits') return 'overflow';
  if (error !== 'id_already_failed') return null;
  // Refused before, and the answer was lost: where either account may have been short, the ledger does not say which was;
  // where none can be, one of them was too full.
  return of_debit && of_credit ? 'insufficient_funds' : (of_debit ?? of_credit ?? 'overflow');
}

// ── the day's withdrawals ────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Does this withdrawal wait for a checker?
 * @param earlier_minor what the member has withdrawn or waits to withdraw this local day
 * @param threshold_minor null: none ever waits
 */
export function requiresApproval(
  amount_minor: bigint,
  earlier_minor: bigint,
  threshold_minor: bigint | null,
): boolean {
  return threshold_minor !== null && earlier_minor + amount_minor > threshold_minor;
}

/** What each leg of a booked entry does to one of its member's accounts, in order: positive when the balance grows. */
export function effectsOn(
  account: (typeof MEMBER_ACCOUNTS)[number],
  entry: Movement & EntryAmounts,
): bigint[] {
  return legsOf(entry).flatMap((each) => {
    const amount = legAmount(each, entry);
    if (each.credit === account) return [amount];
    return each.debit === account ? [-amount] : [];
  });
}

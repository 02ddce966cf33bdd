/**
 * The booking table: everything about each movement of the SACCO is said here and nowhere else. Transfers, error names,
 * effects, the verifier's figures and docs/reference/sacco.md derive from it. Pure.
 */
import type { Reason } from '../../../core/errors.ts';
import { ACCOUNT_KINDS, TRANSFER_KINDS, type TransferError } from '../../ledger/index.ts';
import { SACCO_ACCOUNTS, type SaccoAccountKind } from '../accounts.rules.ts';

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
  debit: SaccoAccountKind;
  credit: SaccoAccountKind;
  amount: LegAmount;
}

/** What else becomes true when an entry has ended; entry-effects.ts has the implementations. */
export type EntryEffectName = 'record_credit' | 'record_entrance_fee' | 'record_exit';

interface BookingRow extends Movement {
  title: string;
  /** The kind of its transfers, as the ledger numbers it. */
  code: number;
  /** Every movement is one batch of transfers: all legs or none. */
  legs: readonly Leg[];
  /** `always`: it waits for a checker; `above_threshold`: it may. */
  approval: 'never' | 'above_threshold' | 'always';
  effect: EntryEffectName | null;
}

const leg = (debit: SaccoAccountKind, credit: SaccoAccountKind, amount: LegAmount = 'amount'): Leg => ({
  debit,
  credit,
  amount,
});

/** A movement that needs no checker and has no effect beyond its transfers, unless the row says otherwise. */
const row = (
  title: string,
  kind: EntryKind,
  { source = null, direction = null }: { source?: Source | null; direction?: Direction | null },
  legs: Leg[],
  { approval = 'never', effect = null }: Partial<Pick<BookingRow, 'approval' | 'effect'>> = {},
): BookingRow => ({ title, kind, source, direction, code: TRANSFER_KINDS[kind], legs, approval, effect });

export const BOOKING_TABLE: readonly BookingRow[] = [
  row('Cash deposit', 'deposit', { source: 'cash' }, [leg('cash_on_hand', 'member_savings')]),
  row(
    'Mobile-money deposit',
    'deposit',
    { source: 'payment' },
    [leg('merchant_available', 'member_savings')],
    { effect: 'record_credit' },
  ),
  row('Cash withdrawal', 'withdrawal', { source: 'savings' }, [leg('member_savings', 'cash_on_hand')], {
    approval: 'above_threshold',
  }),
  row('Shares from cash', 'share_purchase', { source: 'cash' }, [leg('cash_on_hand', 'member_shares')]),
  row('Shares from savings', 'share_purchase', { source: 'savings' }, [
    leg('member_savings', 'member_shares'),
  ]),
  row(
    'Shares by mobile money',
    'share_purchase',
    { source: 'payment' },
    [leg('merchant_available', 'member_shares')],
    { effect: 'record_credit' },
  ),
  row('Entrance fee', 'entrance_fee', { source: 'cash' }, [leg('cash_on_hand', 'fee_income')], {
    effect: 'record_entrance_fee',
  }),
  row('Cash counted in', 'cash_adjustment', { direction: 'in' }, [leg('cash_on_hand', 'cash_adjustments')], {
    approval: 'always',
  }),
  row(
    'Cash counted out',
    'cash_adjustment',
    { direction: 'out' },
    [leg('cash_adjustments', 'cash_on_hand')],
    {
      approval: 'always',
    },
  ),
  row(
    'Exit',
    'member_exit',
    {},
    [leg('member_shares', 'member_savings', 'shares'), leg('member_savings', 'cash_on_hand')],
    { approval: 'always', effect: 'record_exit' },
  ),
];

/** The row of the booking table for this movement. */
export function bookingOf({ kind, source, direction }: Movement): BookingRow {
  const found = BOOKING_TABLE.find(
    (each) => each.kind === kind && each.source === source && each.direction === direction,
  );
  if (!found) throw new Error(`the booking table has no ${kind} from ${source} ${direction}`);
  return found;
}

/** Kinds of which every movement waits for a checker. */
export const ALWAYS_APPROVED: readonly EntryKind[] = ENTRY_KINDS.filter((kind) =>
  BOOKING_TABLE.every((each) => each.kind !== kind || each.approval === 'always'),
);

// ── amounts ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The amounts of an entry, in minor units. */
export interface EntryAmounts {
  amount_minor: bigint;
  shares_minor: bigint;
}

/** The column of an entry that each leg amount stands for. */
const AMOUNT_COLUMNS: Record<LegAmount, keyof EntryAmounts> = {
  amount: 'amount_minor',
  shares: 'shares_minor',
};

export function legAmount({ amount }: Leg, entry: EntryAmounts): bigint {
  return entry[AMOUNT_COLUMNS[amount]];
}

/** The legs that move anything: of the exit of a member without shares, the first does not. */
export function legsOf(entry: Movement & EntryAmounts): Leg[] {
  return bookingOf(entry).legs.filter((each) => legAmount(each, entry) > 0n);
}

/** What each leg of a booked entry does to one of its member's accounts, in order: positive when the balance grows. */
export function effectsOn(account: SaccoAccountKind, entry: Movement & EntryAmounts): bigint[] {
  return legsOf(entry).flatMap((each) => {
    const amount = legAmount(each, entry);
    if (each.credit === account) return [amount];
    return each.debit === account ? [-amount] : [];
  });
}

/**
 * The same as SQL over sacco_entries, for the verifier: what one posted entry does to that account of its member.
 * @param account credit-normal
 */
export function effectSql(account: SaccoAccountKind): string {
  const text = (value: string | null): string => (value === null ? 'null' : `'${value}'`);
  const cases = BOOKING_TABLE.flatMap(({ kind, source, direction, legs }) => {
    const terms = legs.flatMap(({ debit, credit, amount }) => {
      if (credit === account) return [`+ ${AMOUNT_COLUMNS[amount]}`];
      return debit === account ? [`- ${AMOUNT_COLUMNS[amount]}`] : [];
    });
    if (terms.length === 0) return [];
    const condition = `(kind, source, direction) is not distinct from (${text(kind)}, ${text(source)}, ${text(direction)})`;
    return [`when ${condition} then 0 ${terms.join(' ')}`];
  });
  return `case ${cases.join(' ')} else 0 end`;
}

// ── errors ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What the ledger's refusal of a leg means to the people at the counter. @returns null for a defect of ours */
export function shortageOf({ debit, credit }: Leg, error: TransferError): Reason | null {
  // An account whose debits are limited is short when it is debited; one whose credits are, when it is credited.
  const of_debit = ACCOUNT_KINDS[debit].limit === 'debits' ? SACCO_ACCOUNTS[debit].shortage : null;
  const of_credit = ACCOUNT_KINDS[credit].limit === 'credits' ? SACCO_ACCOUNTS[credit].shortage : null;
  if (error === 'exceeds_credits') return of_debit;
  if (error === 'exceeds_debits') return of_credit;
  if (error === 'overflows_debits' || error === 'overflows_credits') return 'overflow';
  if (error !== 'id_already_failed') return null;
  // Refused before, and the answer was lost: where either account may have been short, the ledger does not say which was;
  // where none can be, one of them was too full.
  return of_debit && of_credit ? 'insufficient_funds' : (of_debit ?? of_credit ?? 'overflow');
}

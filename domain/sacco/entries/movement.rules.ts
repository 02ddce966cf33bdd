/** What movements of the SACCO there are, and what tells one from another. Pure. */

export const ENTRY_KINDS = [
  'deposit',
  'withdrawal',
  'share_purchase',
  'entrance_fee',
  'cash_adjustment',
  'loan_disbursement',
  'loan_repayment',
  'loan_charge',
  'loan_write_off',
  'dividend',
  'member_exit',
  'expense',
  'loan_provision',
  'reversal',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Where the money of an entry comes from. */
export const SOURCES = ['cash', 'savings', 'payment'] as const;
export type Source = (typeof SOURCES)[number];
/** Which way counted cash differs, or an allowance changes. */
export const DIRECTIONS = ['in', 'out'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** Which income a charge raises, or a dividend is paid from. */
export type Income = 'interest_income' | 'fee_income';

/** What tells one row of the booking table from another. */
export interface Movement {
  kind: EntryKind;
  source: Source | null;
  direction: Direction | null;
  income: Income | null;
  /** Of a reversal: what kind of movement it takes back. */
  reverses_kind?: EntryKind | null;
}

/** What else becomes true when an entry has ended; entry-effects.ts finds the implementations. */
export type EntryEffectName =
  | 'record_credit'
  | 'record_entrance_fee'
  | 'record_exit'
  | 'record_disbursement'
  | 'record_charge'
  | 'record_repayment'
  | 'record_write_off'
  | 'record_reversal'
  | 'record_repayment_reversal'
  | 'record_dividend'
  | 'record_dividend_line';

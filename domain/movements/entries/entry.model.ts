/** The entry as stored: one movement, from its request to its outcome. */
import type { ModelObject } from 'objection';
import type { Reason } from '../../../core/errors.ts';
import type { Currency } from '../../../core/money.ts';
import type { Actor, Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';
import type { Side } from '../../ledger/index.ts';
import type { SaccoAccountKind } from '../accounts.rules.ts';
import { NO_AMOUNTS, type EntryAmounts } from '../amounts.rules.ts';
import type { EntryKind, Income, Movement, Source } from '../movement.rules.ts';
import type { EntryStatus } from './entry.rules.ts';

/** A guarantee that a movement holds, calls or releases in the ledger. */
export interface GuaranteeLeg {
  action: 'hold' | 'call' | 'release';
  /** The guarantor. */
  member_id: string;
  /** The ledger's pending transfer. */
  hold_id: string;
  /** Minor units as text: JSON numbers are read as floats. Of a call: the part that is called. */
  amount_minor: string;
  /** The guarantor's account on which it is held; null: the default one. */
  savings_account_id?: string | null;
}

/** A line of a journal: one account, debited or credited. */
export interface JournalLine {
  kind: SaccoAccountKind;
  /** As in the ledger's account: '' for the system's. */
  owner: string;
  side: Side;
  /** Minor units as text: JSON numbers are read as floats. */
  amount_minor: string;
}

/** What an exit takes from one savings account. */
export interface SavingsPart {
  savings_account_id: string;
  /** Minor units as text: JSON numbers are read as floats. */
  amount_minor: string;
}

export class SaccoEntry extends TableModel {
  static override tableName = 'sacco_entries';
  static override label = 'entry';
  static override amounts = ['amount_minor'];
  static override jsonAttributes = ['guarantees', 'lines', 'savings_parts'];

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare kind: EntryKind;
  declare source: Source | null;
  declare direction: Movement['direction'];
  declare income: Income | null;
  declare member_id: string | null;
  declare loan_id: string | null;
  declare dividend_id: string | null;
  declare savings_interest_id: string | null;
  declare payment_id: string | null;
  /** Of money that came without a prompt. */
  declare receipt_id: string | null;
  /** The account of the chart that the money comes from or goes to. */
  declare bank_account_id: string | null;
  /** Of the bank's slip, or of a document. */
  declare reference: string | null;
  /** Of money that is sent: the provider, and the phone that gets it, which was the member's own at the request. */
  declare provider: string | null;
  declare phone: string | null;
  /** From the moment at which the ledger is asked to hold the money. */
  declare payout_id: string | null;
  /** Of a payout that failed: the provider's code. */
  declare failure_code: string | null;
  /** Of a journal, and of its reversal. */
  declare lines: JournalLine[] | null;
  /** Of a charge: the installment that it is about. */
  declare installment_no: number | null;
  /** Of an exit: what is paid out; until it is approved, what would have been at the request. */
  declare amount_minor: bigint;
  declare shares_minor: bigint;
  declare fee_minor: bigint;
  declare principal_minor: bigint;
  declare interest_minor: bigint;
  declare penalty_minor: bigint;
  declare called_minor: bigint;
  declare savings_minor: bigint;
  declare tax_minor: bigint;
  declare accounts_minor: bigint;
  /** Of an exit: the savings accounts besides the default one. */
  declare savings_parts: SavingsPart[] | null;
  /** The savings account that it moves; null: the member's default one. */
  declare savings_account_id: string | null;
  /** Where it moves two of the member's savings accounts: the other one; null likewise. */
  declare to_savings_account_id: string | null;
  /** Of what opens a fixed account. */
  declare savings_product_id: string | null;
  /** What the account must hold besides right after it. */
  declare keep_minor: bigint;
  /** The part that a notice covers. */
  declare notice_minor: bigint;
  declare guarantees: GuaranteeLeg[] | null;
  declare currency: Currency;
  declare status: EntryStatus;
  declare error: Reason | null;
  /** The same as a sentence. */
  declare reason: string | null;
  declare memo: string | null;
  /** Of an expense, and of its reversal. */
  declare category: string | null;
  /** The till whose cash it moves, and the teller's session there; null: the vault, or no cash. */
  declare till_id: string | null;
  declare session_id: string | null;
  /** Of a transfer between two tills: the other one. */
  declare other_till_id: string | null;
  declare other_session_id: string | null;
  /** Of a reversal: the entry that it reverses, and its kind. */
  declare reverses_entry_id: string | null;
  declare reverses_kind: EntryKind | null;
  /** Of an entry that was reversed. */
  declare reversed_by_entry_id: string | null;
  declare reversed_at: Date | null;
  declare requested_by_type: Actor['type'];
  declare requested_by_id: string;
  declare approval_id: string | null;
  /** The local date on which it was requested. */
  declare local_date: string;
  declare created_at: Date;
  declare posted_at: Date | null;
  /** Its place in the ledger's order. */
  declare ledger_timestamp: bigint | null;
  /** Real time; when the sweep resumes it, while it is being booked. */
  declare due_at: Date | null;
}

export type EntryRow = ModelObject<SaccoEntry>;

/** The columns that a reversal has in common with the entry that it reverses, besides scope and currency. */
export const REVERSED_COLUMNS = [
  'source',
  'direction',
  'income',
  'member_id',
  'loan_id',
  'category',
  'bank_account_id',
  'reference',
  'lines',
  'receipt_id',
  'savings_account_id',
  'to_savings_account_id',
  'amount_minor',
  'fee_minor',
  'principal_minor',
  'interest_minor',
  'penalty_minor',
] as const satisfies (keyof EntryRow)[];

/** What a request says about the entry that it wants; what it leaves out is null or 0, or the cooperative's currency. */
export type EntryRequest = Pick<EntryRow, 'kind' | 'member_id' | 'amount_minor'> &
  Partial<
    Omit<Movement, 'kind'> &
      EntryAmounts &
      Pick<
        EntryRow,
        | 'currency'
        | 'memo'
        | 'category'
        | 'bank_account_id'
        | 'reference'
        | 'lines'
        | 'reverses_entry_id'
        | 'loan_id'
        | 'dividend_id'
        | 'savings_interest_id'
        | 'payment_id'
        | 'receipt_id'
        | 'savings_account_id'
        | 'to_savings_account_id'
        | 'savings_product_id'
        | 'savings_parts'
        | 'installment_no'
        | 'till_id'
        | 'session_id'
        | 'other_till_id'
        | 'other_session_id'
      >
  >;

/** The columns that a request may leave out. */
export const LEFT_OUT = {
  source: null,
  direction: null,
  income: null,
  loan_id: null,
  dividend_id: null,
  savings_interest_id: null,
  payment_id: null,
  receipt_id: null,
  savings_account_id: null,
  to_savings_account_id: null,
  savings_product_id: null,
  savings_parts: null,
  keep_minor: 0n,
  notice_minor: 0n,
  installment_no: null,
  memo: null,
  category: null,
  bank_account_id: null,
  reference: null,
  lines: null,
  reverses_entry_id: null,
  reverses_kind: null,
  till_id: null,
  session_id: null,
  other_till_id: null,
  other_session_id: null,
  guarantees: null,
  ...NO_AMOUNTS,
};

/** What allocating an entry works out. */
export function allocatedColumns(entry: EntryRow) {
  const { principal_minor, interest_minor, penalty_minor, savings_minor, guarantees } = entry;
  return { principal_minor, interest_minor, penalty_minor, savings_minor, guarantees };
}

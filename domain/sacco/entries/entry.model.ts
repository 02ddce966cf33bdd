/** The entry as stored: one movement of the SACCO, from its request to its outcome. */
import type { ModelObject } from 'objection';
import type { Reason } from '../../../core/errors.ts';
import type { Currency } from '../../../core/money.ts';
import type { Actor, Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';
import type { Direction, EntryKind, Income, Source } from './movement.rules.ts';
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
}

export class SaccoEntry extends TableModel {
  static override tableName = 'sacco_entries';
  static override label = 'entry';
  static override jsonAttributes = ['guarantees'];

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare kind: EntryKind;
  declare source: Source | null;
  declare direction: Direction | null;
  declare income: Income | null;
  declare member_id: string | null;
  declare loan_id: string | null;
  declare dividend_id: string | null;
  declare payment_id: string | null;
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
  declare guarantees: GuaranteeLeg[] | null;
  declare currency: Currency;
  declare status: EntryStatus;
  declare error: Reason | null;
  /** The same as a sentence. */
  declare reason: string | null;
  declare memo: string | null;
  /** Of an expense, and of its reversal. */
  declare category: string | null;
  /** Of a reversal: the entry that it takes back, and its kind. */
  declare reverses_entry_id: string | null;
  declare reverses_kind: EntryKind | null;
  /** Of an entry that was taken back. */
  declare reversed_by_entry_id: string | null;
  declare reversed_at: Date | null;
  declare requested_by_type: Actor['type'];
  declare requested_by_id: string;
  declare approval_id: string | null;
  /** The SACCO's day on which it was requested. */
  declare local_date: string;
  declare created_at: Date;
  declare posted_at: Date | null;
  /** Its place in the ledger's order. */
  declare ledger_timestamp: bigint | null;
  /** Real time; when the sweep takes it up, while it is being booked. */
  declare due_at: Date | null;
}

export type EntryRow = ModelObject<SaccoEntry>;

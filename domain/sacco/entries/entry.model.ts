/** The entry as stored: one movement of the SACCO, from its request to its outcome. */
import type { ModelObject } from 'objection';
import type { Reason } from '../../../core/errors.ts';
import type { Currency } from '../../../core/money.ts';
import type { Actor, Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';
import type { Direction, EntryKind, Source } from './booking-table.rules.ts';
import type { EntryStatus } from './entry.rules.ts';

export class SaccoEntry extends TableModel {
  static override tableName = 'sacco_entries';
  static override label = 'entry';

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare kind: EntryKind;
  declare source: Source | null;
  declare direction: Direction | null;
  declare member_id: string | null;
  declare loan_id: string | null;
  declare dividend_id: string | null;
  declare payment_id: string | null;
  /** Of an exit: what is paid out, known once it is approved. */
  declare amount_minor: bigint;
  /** Of an exit: the part that is share capital. */
  declare shares_minor: bigint;
  declare currency: Currency;
  declare status: EntryStatus;
  declare error: Reason | null;
  /** The same as a sentence. */
  declare reason: string | null;
  declare memo: string | null;
  declare requested_by_type: Actor['type'];
  declare requested_by_id: string;
  declare approval_id: string | null;
  /** The SACCO's day on which it was requested. */
  declare local_date: string;
  declare created_at: Date;
  declare posted_at: Date | null;
  /** Its place in the ledger's order. */
  declare ledger_timestamp: bigint | null;
  /** Real time; when the sweep resumes it, while it is being booked. */
  declare due_at: Date | null;
}

export type EntryRow = ModelObject<SaccoEntry>;

/** Batches of movements as stored: one sum of money that came in, and the lines that split it among members. */
import type { ModelObject } from 'objection';
import type { Reason } from '../../core/errors.ts';
import type { Currency } from '../../core/money.ts';
import type { Actor, Environment } from '../../core/scope.ts';
import { TableModel } from '../../db/model.ts';
import type { BatchSource, BatchStatus, LineKind, LineStatus } from './batch.rules.ts';

export class MovementBatch extends TableModel {
  static override tableName = 'sacco_movement_batches';
  static override label = 'batch';

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare status: BatchStatus;
  declare source: BatchSource;
  declare bank_account_id: string | null;
  /** Of the bank's slip. */
  declare reference: string | null;
  declare currency: Currency;
  declare total_minor: bigint;
  declare memo: string;
  declare lines: number;
  /** Of the lines that failed: the sum is unallocated. */
  declare failed_lines: number;
  declare failed_minor: bigint;
  /** Of a remittance: the employer, and the first day of the month. */
  declare employer_id: string | null;
  declare month: string | null;
  /** Of a remittance: the fingerprint of its content. */
  declare content_sha256: string | null;
  declare requested_by_type: Actor['type'];
  declare requested_by_id: string;
  declare approval_id: string | null;
  /** What brings the money in, from the approval on. */
  declare entry_id: string | null;
  declare created_at: Date;
  declare posted_at: Date | null;
  /** Real time; while it is being posted. */
  declare due_at: Date | null;
}

export type BatchRow = ModelObject<MovementBatch>;

export class MovementBatchLine extends TableModel {
  static override tableName = 'sacco_movement_batch_lines';
  static override idColumn = ['batch_id', 'no'];
  static override label = 'line';

  declare batch_id: string;
  declare no: number;
  declare project_id: string;
  declare environment: Environment;
  /** Of the file. */
  declare line_no: number;
  /** As it is written: a member number, or a payroll number. */
  declare named: string;
  declare member_id: string | null;
  declare kind: LineKind;
  declare loan_id: string | null;
  /** Of a deposit; null: the member's default account. */
  declare savings_account_id: string | null;
  declare amount_minor: bigint;
  declare reference: string | null;
  declare status: LineStatus;
  declare error: Reason | null;
  declare reason: string | null;
  /** What books it, from when it is being booked. */
  declare entry_id: string | null;
  /** Of a line that failed: its money, which is unallocated. */
  declare receipt_id: string | null;
}

export type BatchLineRow = ModelObject<MovementBatchLine>;

/** A line that is to be stored. */
export type NewLine = Pick<
  BatchLineRow,
  'line_no' | 'named' | 'member_id' | 'kind' | 'loan_id' | 'savings_account_id' | 'amount_minor' | 'reference'
>;

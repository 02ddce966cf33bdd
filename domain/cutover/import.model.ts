/** Imports at cut-over as stored, with what is wrong with their files, and the entries that they become. */
import type { ModelObject } from 'objection';
import type { Currency } from '../../core/money.ts';
import type { Actor, Environment } from '../../core/scope.ts';
import { TableModel } from '../../db/model.ts';
import type { FileTexts } from './files.rules.ts';

export const IMPORT_STATUSES = [
  // Its files are being read.
  'checking',
  // Of a dry run: it could be imported.
  'checked',
  // Its files have errors; nothing was, or will be, booked.
  'refused',
  'awaiting_approval',
  'importing',
  'imported',
  'rejected',
  'cancelled',
] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

export class SaccoImport extends TableModel {
  static override tableName = 'sacco_imports';
  static override label = 'import';
  static override jsonAttributes = ['files', 'totals'];

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare dry_run: boolean;
  declare cut_over_date: string;
  declare currency: Currency;
  declare cash_on_hand_minor: bigint;
  declare memo: string | null;
  declare status: ImportStatus;
  /** Until it has ended. */
  declare files: FileTexts | null;
  declare members: number;
  declare loans: number;
  /** Sums by kind of account on its normal side, in minor units as text. */
  declare totals: Record<string, string>;
  declare error_count: number;
  /** A client was told to poll: it reads the outcome from here. */
  declare polled: boolean;
  declare requested_by_type: Actor['type'];
  declare requested_by_id: string;
  declare approval_id: string | null;
  declare approved_by_type: Actor['type'] | null;
  declare approved_by_id: string | null;
  declare created_at: Date;
  /** The members are stored, and what they hold is being booked. */
  declare stored_at: Date | null;
  declare finished_at: Date | null;
  /** Real time; while a job has work to do. */
  declare due_at: Date | null;
}

export type ImportRow = ModelObject<SaccoImport>;

export class SaccoImportError extends TableModel {
  static override tableName = 'sacco_import_errors';
  static override idColumn = ['import_id', 'no'];
  static override label = 'error';

  declare import_id: string;
  declare no: number;
  declare file: string;
  declare line_no: number;
  declare column_name: string | null;
  declare message: string;
}

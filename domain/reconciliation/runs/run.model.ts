/** Reconciliation runs as stored: one for each statement. */
import type { ModelObject } from 'objection';
import type { ErrorCode, ErrorDetail, Reason } from '../../../core/errors.ts';
import type { Currency } from '../../../core/money.ts';
import type { Actor, Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';
import type { MatchStatus } from '../matching/match.rules.ts';
import type { LineKind } from '../parsing/statement.rules.ts';

export const RUN_STATUSES = ['importing', 'open', 'closed', 'failed'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Why a statement was not imported: the error with which its request is answered. */
export interface ImportError {
  code: ErrorCode;
  message: string;
  reason?: Reason;
  details?: ErrorDetail[];
  details_omitted?: number;
}

export class ReconciliationRun extends TableModel {
  static override tableName = 'reconciliation_runs';
  static override label = 'reconciliation run';
  static override jsonAttributes = ['options', 'error', 'counts', 'totals'];

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare provider: string;
  declare currency: Currency;
  /** Local dates at the offset, both included. */
  declare period_start: string;
  declare period_end: string;
  declare utc_offset_minutes: number;
  declare source_name: string | null;
  /** How the statement is read. */
  declare options: object;
  /** Its text, until it has been read. */
  declare statement: string | null;
  declare status: RunStatus;
  declare error: ImportError | null;
  /** The request was answered before the import ended. */
  declare polled: boolean;
  declare lines: number;
  declare counts: Partial<Record<MatchStatus, number>>;
  /** Sums with sign in minor units, as texts. */
  declare totals: Partial<Record<LineKind, string>>;
  declare skipped_rows: number;
  declare actor_type: Actor['type'];
  declare actor_id: string;
  declare created_at: Date;
  declare imported_at: Date | null;
  declare closed_at: Date | null;
  /** Real time when the job is overdue; null unless it is importing. */
  declare due_at: Date | null;
  /** Real time since which lines may be resolving, or of the last check; null when none is. */
  declare resolving_since: Date | null;
}

export type RunRow = ModelObject<ReconciliationRun>;

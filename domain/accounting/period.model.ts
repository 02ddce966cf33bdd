/** Accounting periods as stored. */
import type { ModelObject } from 'objection';
import type { Actor, Environment } from '../../core/scope.ts';
import { TableModel } from '../../db/model.ts';

export const PERIOD_STATUSES = ['closing', 'closed', 'reopening', 'open'] as const;
export type PeriodStatus = (typeof PERIOD_STATUSES)[number];

/** The figures of these are frozen. */
export const FROZEN: readonly PeriodStatus[] = ['closed', 'reopening'];
/** These wait for a second person. */
export const WAITING: readonly PeriodStatus[] = ['closing', 'reopening'];

export class AccountingPeriod extends TableModel {
  static override tableName = 'accounting_periods';
  static override label = 'period';

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  /** Local dates, both included. */
  declare start_date: string;
  declare end_date: string;
  declare status: PeriodStatus;
  declare memo: string;
  /** JSON, written when the period was closed. */
  declare trial_balance: string | null;
  declare figures_sha256: string | null;
  declare utc_offset_minutes: number;
  declare requested_by_type: Actor['type'];
  declare requested_by_id: string;
  declare approval_id: string;
  declare created_at: Date;
  declare closed_at: Date | null;
  declare reopened_at: Date | null;
}

export type PeriodRow = ModelObject<AccountingPeriod>;

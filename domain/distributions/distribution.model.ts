/** What all distributions store, each in tables of its own: the run, and a line for everybody whom it pays. */
import type { ModelObject } from 'objection';
import type { Reason } from '../../core/errors.ts';
import type { Currency } from '../../core/money.ts';
import type { Environment } from '../../core/scope.ts';
import { TableModel } from '../../db/model.ts';

export const STATUSES = [
  'declared',
  'paid',
  'paid_with_exceptions',
  'failed',
  'rejected',
  'cancelled',
] as const;
export type Status = (typeof STATUSES)[number];

/** A run that ended so prevents no other one. */
export const ENDED_WITHOUT_PAYMENT = ['failed', 'rejected', 'cancelled'] as const satisfies Status[];

export const LINE_STATUSES = ['pending', 'paid', 'failed'] as const;

export class Run extends TableModel {
  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare label: string;
  /** Local dates, both included. */
  declare period_start: string;
  declare period_end: string;
  declare withholding_tax_bps: number;
  declare currency: Currency;
  declare status: Status;
  /** The sum of the lines, tax included. */
  declare total_minor: bigint;
  /** What the lines withhold of it. */
  declare tax_minor: bigint;
  /** What failed lines come to, tax included. */
  declare failed_minor: bigint;
  declare entry_id: string;
  declare approval_id: string | null;
  declare created_at: Date;
  declare paid_at: Date | null;
  /** Real time; while lines are to be paid. */
  declare due_at: Date | null;
}

export type RunRow = ModelObject<Run>;

export class Line extends TableModel {
  declare member_id: string;
  declare project_id: string;
  declare environment: Environment;
  /** What it comes to, tax included. */
  declare amount_minor: bigint;
  /** What of that is withheld. */
  declare tax_minor: bigint;
  declare status: (typeof LINE_STATUSES)[number];
  declare error: Reason | null;
  /** The entry that pays it, from when it is being booked. */
  declare entry_id: string | null;
}

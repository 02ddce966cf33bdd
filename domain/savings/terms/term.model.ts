/** The terms of fixed accounts as stored: one, and another for each renewal. */
import type { ModelObject } from 'objection';
import type { Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';

export const TERM_STATUSES = ['running', 'matured', 'broken'] as const;
export type TermStatus = (typeof TERM_STATUSES)[number];

export class SavingsTerm extends TableModel {
  static override tableName = 'sacco_savings_terms';
  static override idColumn = ['account_id', 'no'];
  static override label = 'term';

  declare account_id: string;
  declare no: number;
  declare project_id: string;
  declare environment: Environment;
  declare member_id: string;
  declare principal_minor: bigint;
  declare rate_bps: number;
  /** Local dates. */
  declare starts_on: string;
  declare matures_on: string;
  declare status: TermStatus;
  /** While it is paid, renewed or broken: the entry that is being booked. */
  declare moving_entry_id: string | null;
  /** How it ended. */
  declare entry_id: string | null;
  declare interest_minor: bigint | null;
  declare tax_minor: bigint | null;
}

export type SavingsTermRow = ModelObject<SavingsTerm>;

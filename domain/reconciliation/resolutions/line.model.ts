/** Lines of statements as stored, with the decision on each. */
import type { ModelObject } from 'objection';
import type { Actor, Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';
import type { MatchStatus } from '../matching/match.rules.ts';
import type { LineKind } from '../parsing/statement.rules.ts';
import type { ResolutionAction } from './resolution.rules.ts';

export const LINE_STATUSES = ['open', 'awaiting_approval', 'resolving', 'resolved'] as const;

export class ReconciliationLine extends TableModel {
  static override tableName = 'reconciliation_lines';
  static override label = 'line';

  declare id: string;
  declare run_id: string;
  declare project_id: string;
  declare environment: Environment;
  /** Of the file, whose first line is 1. */
  declare line_no: number;
  declare kind: LineKind;
  /** With the sign that the statement gives it. */
  declare amount_minor: bigint;
  declare provider_txn_id: string | null;
  declare reference: string | null;
  declare date: string | null;
  declare description: string | null;
  declare match_status: MatchStatus;
  declare match_note: string;
  /** The payment that the line names. */
  declare payment_id: string | null;
  declare refund_id: string | null;
  /** The payout that the line names. */
  declare payout_id: string | null;
  declare status: (typeof LINE_STATUSES)[number];
  /** The decision, also while it is being carried out. */
  declare action: ResolutionAction | null;
  declare note: string | null;
  declare actor_type: Actor['type'] | null;
  declare actor_id: string | null;
  declare decided_at: Date | null;
  /** The decision on a payout: the bank account that received it. */
  declare bank_account_id: string | null;
  /** The decision on a fee: the cooperative bears it. */
  declare is_expense: boolean;
  /** Bookings that the ledger refused. */
  declare attempts: number;
  /** Of the request to carry out the decision, where it waited for a second person. */
  declare approval_id: string | null;
}

export type LineRow = ModelObject<ReconciliationLine>;

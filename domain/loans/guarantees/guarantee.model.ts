/** Guarantees of loans as stored: what a guarantor pledges, and what became of it. */
import type { ModelObject } from 'objection';
import type { Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';

/**
 * `pledged` until the loan is disbursed, `held` while it is open, then `released` or `called`. Where the guarantor must consent it is
 * `requested` before, and `declined` or `expired` where the guarantor does not.
 */
export const GUARANTEE_STATUSES = [
  'requested',
  'pledged',
  'declined',
  'expired',
  'held',
  'released',
  'called',
] as const;

export class LoanGuarantee extends TableModel {
  static override tableName = 'sacco_loan_guarantees';
  static override idColumn = ['loan_id', 'no'];
  static override label = 'guarantee';

  declare loan_id: string;
  /** Its place in the order in which guarantees are called. */
  declare no: number;
  declare project_id: string;
  declare environment: Environment;
  /** The guarantor. */
  declare member_id: string;
  /** The savings account of the guarantor on which it is held; null: the default one. */
  declare savings_account_id: string | null;
  declare amount_minor: bigint;
  declare status: (typeof GUARANTEE_STATUSES)[number];
  declare called_minor: bigint;
  /** The ledger's pending transfer. */
  declare hold_id: string;
}

export type GuaranteeRow = ModelObject<LoanGuarantee>;

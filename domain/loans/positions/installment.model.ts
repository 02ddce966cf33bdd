/** Installments of loans as stored. */
import type { ModelObject } from 'objection';
import type { Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';

export class LoanInstallment extends TableModel {
  static override tableName = 'sacco_loan_installments';
  static override idColumn = ['loan_id', 'no'];
  static override label = 'installment';

  declare loan_id: string;
  declare no: number;
  declare project_id: string;
  declare environment: Environment;
  declare due_on: string;
  declare principal_minor: bigint;
  declare interest_minor: bigint;
  declare interest_charged: boolean;
  declare penalty_minor: bigint;
  declare penalty_charged: boolean;
  declare paid_principal_minor: bigint;
  declare paid_interest_minor: bigint;
  declare paid_penalty_minor: bigint;
}

export type InstallmentRow = ModelObject<LoanInstallment>;

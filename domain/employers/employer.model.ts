/** Employers that deduct from wages, and what they were advised to deduct when a remittance came in, as stored. */
import type { ModelObject } from 'objection';
import type { Environment } from '../../core/scope.ts';
import { TableModel } from '../../db/model.ts';

export class Employer extends TableModel {
  static override tableName = 'sacco_employers';
  static override label = 'employer';

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare name: string;
  declare code: string;
  /** Day of the month; the last one of a shorter month. */
  declare pay_day: number;
  declare created_at: Date;
}

export type EmployerRow = ModelObject<Employer>;

/** What is asked for on one loan. Minor units as text: JSON numbers are read as floats. */
export interface AdvisedLoan {
  loan_id: string;
  /** Of the oldest installment that is asked for. */
  due_on: string;
  amount_minor: string;
}

export class RemittanceMember extends TableModel {
  static override tableName = 'sacco_remittance_members';
  static override idColumn = ['batch_id', 'member_id'];
  static override label = 'member';
  static override jsonAttributes = ['loans'];

  declare batch_id: string;
  declare member_id: string;
  declare project_id: string;
  declare environment: Environment;
  declare payroll_no: string | null;
  declare contribution_minor: bigint;
  declare loans: AdvisedLoan[];
  declare expected_minor: bigint;
  /** Of this remittance. */
  declare remitted_minor: bigint;
}

export type RemittanceMemberRow = ModelObject<RemittanceMember>;

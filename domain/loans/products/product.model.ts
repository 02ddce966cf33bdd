/** Loan products as stored. */
import type { ModelObject } from 'objection';
import type { Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';
import type { GuarantorConsent } from '../consents/consent.rules.ts';
import type { LoanFrequency, LoanMethod } from '../positions/schedule.rules.ts';

export const LOAN_PRODUCT_STATUSES = ['active', 'retired'] as const;
export type LoanProductStatus = (typeof LOAN_PRODUCT_STATUSES)[number];

export class LoanProduct extends TableModel {
  static override tableName = 'sacco_loan_products';
  static override label = 'loan product';

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare name: string;
  declare rate_bps: number;
  declare method: LoanMethod;
  declare frequency: LoanFrequency;
  declare min_amount_minor: bigint;
  declare max_amount_minor: bigint;
  declare min_term: number;
  declare max_term: number;
  /** The member's debt may be at most this multiple of savings; null: no limit. */
  declare savings_multiple_bps: number | null;
  declare min_guarantors: number;
  /** The share of the loan that all pledges together must cover. */
  declare guarantee_coverage_bps: number;
  declare guarantor_consent: GuarantorConsent;
  /** Of the principal, taken from the disbursement. */
  declare fee_bps: number;
  /** Of what is unpaid on an installment, once. */
  declare penalty_bps: number;
  declare grace_days: number;
  declare status: LoanProductStatus;
  declare created_at: Date;
  declare retired_at: Date | null;
}

export type LoanProductRow = ModelObject<LoanProduct>;

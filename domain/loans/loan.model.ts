/** Loans as stored. An open loan's sums and dates follow from its installments (loan-state.ts). */
import type { ModelObject } from 'objection';
import type { Currency } from '../../core/money.ts';
import type { Environment } from '../../core/scope.ts';
import { TableModel } from '../../db/model.ts';
import type { GuarantorConsent } from './consents/consent.rules.ts';
import type { LoanFrequency, LoanMethod } from './positions/schedule.rules.ts';

export const LOAN_STATUSES = [
  'applied',
  'open',
  'closed',
  'written_off',
  'failed',
  'rejected',
  'cancelled',
] as const;
export type LoanStatus = (typeof LOAN_STATUSES)[number];

export const DISBURSE_TO = ['savings', 'mobile'] as const;
export type DisburseTo = (typeof DISBURSE_TO)[number];

export class Loan extends TableModel {
  static override tableName = 'sacco_loans';
  static override label = 'loan';
  static override sorts = {
    principal: ['sacco_loans.principal_minor'],
    outstanding: ['sacco_loans.outstanding_minor'],
  };
  static override amounts = ['principal_minor', 'outstanding_minor'];

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare member_id: string;
  declare product_id: string;
  /** The entry that disburses it. */
  declare entry_id: string;
  declare approval_id: string | null;
  declare currency: Currency;
  declare principal_minor: bigint;
  declare fee_minor: bigint;
  declare rate_bps: number;
  declare method: LoanMethod;
  declare frequency: LoanFrequency;
  declare term: number;
  declare penalty_bps: number;
  declare grace_days: number;
  /** Whether guarantors must consent before the loan is approved. */
  declare guarantor_consent: GuarantorConsent;
  declare purpose: string | null;
  /** Into the member's savings, or to the member's phone. */
  declare disburse_to: DisburseTo;
  /** It began before the books were kept here: its principal is what was outstanding at cut-over. */
  declare is_opening: boolean;
  /** Of such a loan: what of the principal was overdue, with these charges, and since when. */
  declare arrears_minor: bigint;
  declare arrears_charges_minor: bigint;
  declare overdue_since: string | null;
  /** Of such a loan: when its first installment falls due; null where all of it was overdue. */
  declare first_due_on: string | null;
  /** The responsible staff member; null where an API key applied and named nobody. */
  declare officer_user_id: string | null;
  declare status: LoanStatus;
  declare created_at: Date;
  declare disbursed_at: Date | null;
  /** Local date. */
  declare disbursed_on: string | null;
  declare closed_at: Date | null;
  /** Principal not yet repaid. */
  declare outstanding_minor: bigint;
  /** Interest and penalties charged and unpaid. */
  declare charges_due_minor: bigint;
  /** Due date of the oldest installment with anything unpaid. */
  declare oldest_unpaid_on: string | null;
  declare overdue: boolean;
  /** The movement of this loan that is being booked; there is one at a time. */
  declare moving_entry_id: string | null;
}

export type LoanRow = ModelObject<Loan>;

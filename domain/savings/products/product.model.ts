/** Savings products as stored. */
import type { ModelObject } from 'objection';
import type { Currency } from '../../../core/money.ts';
import type { Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';

/**
 * - `regular`: money comes and goes
 * - `restricted`: money leaves only when the member does
 * - `fixed`: opened with its deposit, for a term that earns interest
 */
export const SAVINGS_KINDS = ['regular', 'restricted', 'fixed'] as const;
export type SavingsKind = (typeof SAVINGS_KINDS)[number];

export const AT_MATURITY = ['pay_out', 'renew_principal', 'renew_all'] as const;
export type AtMaturity = (typeof AT_MATURITY)[number];

export const SAVINGS_PRODUCT_STATUSES = ['active', 'retired'] as const;
export type SavingsProductStatus = (typeof SAVINGS_PRODUCT_STATUSES)[number];

export class SavingsProduct extends TableModel {
  static override tableName = 'sacco_savings_products';
  static override label = 'savings product';

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare name: string;
  declare kind: SavingsKind;
  declare currency: Currency;
  /** What an account keeps after a movement that its member asks for. */
  declare min_balance_minor: bigint;
  declare min_opening_minor: bigint;
  /** Days from a notice until the money that it names can be withdrawn; 0: none is needed. */
  declare notice_days: number;
  /** Of a withdrawal without a ripe notice; 0: there is none without. */
  declare early_fee_bps: number;
  /** Whether its accounts count for the savings multiple of loans. */
  declare counts_for_multiple: boolean;
  declare monthly_fee_minor: bigint;
  declare withdrawal_fee_minor: bigint;
  /** Of a fixed account: a year's interest. */
  declare rate_bps: number;
  declare term_days: number | null;
  declare at_maturity: AtMaturity | null;
  declare status: SavingsProductStatus;
  declare created_at: Date;
  declare retired_at: Date | null;
}

export type SavingsProductRow = ModelObject<SavingsProduct>;

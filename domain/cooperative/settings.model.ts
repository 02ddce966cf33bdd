/** The SACCO's settings as stored: one row per project and environment. */
import type { ModelObject } from 'objection';
import type { Currency } from '../../core/money.ts';
import type { Environment } from '../../core/scope.ts';
import { TableModel } from '../../db/model.ts';
import type { EndedPlan, Plan, ProductPlan } from './savings-interest.rules.ts';
import type { Rate } from './withholding.rules.ts';

export const WATERFALL_STEPS = ['overdue_loans', 'current_loans', 'shares', 'savings'] as const;
export type WaterfallStep = (typeof WATERFALL_STEPS)[number];

export class SaccoSettings extends TableModel {
  static override tableName = 'sacco_settings';
  static override idColumn = ['project_id', 'environment'];
  static override label = 'settings';
  static override jsonAttributes = [
    'withholding',
    'savings_interest',
    'savings_interest_plans',
    'ended_interest_plans',
  ];

  declare project_id: string;
  declare environment: Environment;
  declare currency: Currency;
  declare min_kyc_tier: number;
  declare entrance_fee_minor: bigint;
  declare min_share_capital_minor: bigint;
  /** Minutes east of UTC: what a local day is. */
  declare utc_offset_minutes: number;
  /** A withdrawal that takes the member's day above this waits for a checker; null: none does. */
  declare withdrawal_approval_minor: bigint | null;
  /** Whether cash is apart in a vault and tills. */
  declare tills: 'off' | 'on';
  /** Whether the phone of a payer, or one typed as the account number, names the member of a payment by paybill. */
  declare paybill_match_phone: boolean;
  /** What such a payment is for, in this order, separated by commas; the last takes the rest. */
  declare paybill_waterfall: string;
  /** The savings product of the account that every member has. */
  declare savings_product_id: string;
  /** The local date since which it is that one; null: always. */
  declare savings_product_since: string | null;
  /** What is withheld from dividends and interest. */
  declare withholding: Rate[];
  /** What interest on deposits is declared by itself; null: none. */
  declare savings_interest: Plan | null;
  /** The same for other products, of each one; null: none. */
  declare savings_interest_plans: ProductPlan[] | null;
  /** Plans of before of which some periods may not be declared yet, the earliest first. */
  declare ended_interest_plans: EndedPlan[] | null;
  /** A picture for pages and papers; null: the name alone. */
  declare logo_file_id: string | null;
  /** The last number of our own that was given to a member. */
  declare last_member_no: number;
  declare updated_at: Date;
}

export type SettingsRow = ModelObject<SaccoSettings>;

/** What payments by paybill are for, in order. */
export function waterfallOf({ paybill_waterfall }: Pick<SettingsRow, 'paybill_waterfall'>): WaterfallStep[] {
  return paybill_waterfall.split(',') as WaterfallStep[];
}

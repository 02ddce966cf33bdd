/** The settings of the SACCO as clients see them. */
import { currencySchema, movementMoneyFields, nullableMoneyFields } from '../../../core/common-schemas.ts';
import { money, moneyOrNull } from '../../../core/money.ts';
import {
  arrayOf,
  boolean,
  date,
  dateTime,
  integer,
  object,
  oneOf,
  resource,
  string,
  type Wire,
} from '../../../core/schema.ts';
import {
  WATERFALL_STEPS,
  waterfallOf,
  type SettingsRow,
  interestTerms,
  withholding,
} from '../../cooperative/index.ts';

const planFields = {
  rate_bps: integer,
  basis: oneOf(interestTerms.BASES),
  counting: oneOf(interestTerms.COUNTINGS).nullable(),
  credit_to: oneOf(interestTerms.CREDITED_TO),
  frequency: oneOf(interestTerms.FREQUENCIES),
  withholding_tax_bps: integer.nullable(),
  since: date,
};

export const settingsSchema = resource('SaccoSettings', 'The rules of the SACCO', {
  currency: currencySchema,
  min_kyc_tier: integer.describe('What a customer needs to become a member'),
  ...movementMoneyFields('entrance_fee', 'min_share_capital'),
  utc_offset_minutes: integer.describe('East of UTC: what a local day is'),
  ...nullableMoneyFields('withdrawal_approval'),
  tills: oneOf(['off', 'on']).describe('Whether cash is kept in a vault and tills, with sessions of tellers'),
  paybill_match_phone: boolean.describe(
    'Whether a phone, typed as the account number or that of the payer, names the member of a payment by paybill',
  ),
  paybill_waterfall: arrayOf(oneOf(WATERFALL_STEPS)).describe(
    'What a payment by paybill is for, in this order; the last takes the rest',
  ),
  savings_product_id: string.describe('The savings product of the account that every member has'),
  withholding: arrayOf(object({ kind: oneOf(withholding.KINDS), bps: integer, from: date })).describe(
    'What is withheld from interest and dividends, each rate from a local date on',
  ),
  savings_interest: object({ ...planFields, product_id: string.nullable() })
    .nullable()
    .describe('The interest on deposits that is declared at the end of each period; null: none by itself'),
  savings_interest_plans: arrayOf(object({ ...planFields, product_id: string })).describe(
    'The same for other savings products, one for each',
  ),
  logo_file_id: string
    .nullable()
    .describe('A picture for pages and papers, which `PUT /sacco/logo` changes; null: the name alone'),
  updated_at: dateTime.describe('When the rules were changed'),
  approval_id: string.describe('Of a change that waits for a second person, in its answer').optional(),
});

export function presentSettings(row: SettingsRow): Wire<typeof settingsSchema> {
  return {
    currency: row.currency,
    min_kyc_tier: row.min_kyc_tier,
    ...money('entrance_fee', row.entrance_fee_minor),
    ...money('min_share_capital', row.min_share_capital_minor),
    utc_offset_minutes: row.utc_offset_minutes,
    ...moneyOrNull('withdrawal_approval', row.withdrawal_approval_minor),
    tills: row.tills,
    paybill_match_phone: row.paybill_match_phone,
    paybill_waterfall: waterfallOf(row),
    savings_product_id: row.savings_product_id,
    withholding: row.withholding,
    savings_interest: row.savings_interest && presentPlan(row.savings_interest),
    savings_interest_plans: (row.savings_interest_plans ?? []).map(presentPlan),
    logo_file_id: row.logo_file_id,
    updated_at: row.updated_at,
  };
}

function presentPlan<P extends interestTerms.Plan>({ from: _from, ...plan }: P) {
  return plan;
}

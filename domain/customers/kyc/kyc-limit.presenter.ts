/** The limits of a KYC tier as clients see them. */
import { currencySchema, nullableMoneyFields } from '../../../core/common-schemas.ts';
import { moneyOrNull } from '../../../core/money.ts';
import { integer, resource, string, type Wire } from '../../../core/schema.ts';
import type { TierLimits } from './kyc-limit.model.ts';

export const kycLimitSchema = resource(
  'KycLimit',
  'What customers of a tier may hold and move in a currency; null does not apply',
  {
    tier: integer,
    currency: currencySchema,
    ...nullableMoneyFields('max_balance', 'max_single', 'max_daily_out'),
    approval_id: string.describe('Of a change that waits for a second person, in its answer').optional(),
  },
);

export function presentKycLimit({ tier, currency, ...limits }: TierLimits): Wire<typeof kycLimitSchema> {
  return {
    tier,
    currency,
    ...moneyOrNull('max_balance', limits.max_balance_minor),
    ...moneyOrNull('max_single', limits.max_single_minor),
    ...moneyOrNull('max_daily_out', limits.max_daily_out_minor),
  };
}

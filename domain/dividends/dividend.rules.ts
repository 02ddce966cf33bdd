/** What a member is due of a dividend. Pure. */
import { shareOf } from '../../core/formula.ts';

export interface DividendRates {
  /** On share capital. */
  share_rate_bps: number;
  /** On loan interest that the member paid in the period. */
  interest_rebate_bps: number;
}

/** Two figures, each rounded half up, in minor units. */
export function dividendDue(
  { share_rate_bps, interest_rebate_bps }: DividendRates,
  shares_minor: bigint,
  interest_paid_minor: bigint,
): bigint {
  return shareOf(shares_minor, share_rate_bps) + shareOf(interest_paid_minor, interest_rebate_bps);
}

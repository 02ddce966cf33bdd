/** What a member is due of a dividend. Pure. */

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
  return part(shares_minor, share_rate_bps) + part(interest_paid_minor, interest_rebate_bps);
}

function part(amount_minor: bigint, bps: number): bigint {
  return (amount_minor * BigInt(bps) + 5_000n) / 10_000n;
}

/** Suspended members are paid; those who are leaving, or have left, are not. */
export const PAYABLE_STATUSES: readonly string[] = ['active', 'suspended'];

/** What is paid of these lines, one after the other, from so much: each that it still covers. */
export function payableFrom(free_minor: bigint, amounts: readonly bigint[]): bigint {
  return amounts.reduce((paid, amount) => (paid + amount > free_minor ? paid : paid + amount), 0n);
}

/** The interest of a fixed account. Pure. */
import { divideHalfUp } from '../../../core/formula.ts';

const BPS = 10_000n;
const DAYS_A_YEAR = 365n;

/** Actual days over 365, rounded once, half up. In minor units. */
export function termInterest(principal_minor: bigint, rate_bps: number, days: number): bigint {
  return divideHalfUp(principal_minor * BigInt(rate_bps) * BigInt(days), BPS * DAYS_A_YEAR);
}

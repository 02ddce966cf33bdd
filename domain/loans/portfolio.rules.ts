/** The loan book's figures: what is owed, and how much of it is at risk because payments are late. Pure. */
import { divideHalfUp } from './schedule.rules.ts';

/** Days past due beyond which a loan's whole outstanding principal is at risk. */
export const PAR_DAYS = { par30: 30, par90: 90 } as const;

/** A portfolio at risk as a share of what is outstanding; 0 on an empty book. */
export function parBps(at_risk_minor: bigint, outstanding_minor: bigint): number {
  return outstanding_minor === 0n ? 0 : Number(divideHalfUp(at_risk_minor * 10_000n, outstanding_minor));
}

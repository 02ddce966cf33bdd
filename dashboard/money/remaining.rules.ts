/** What is left of a balance. Pure. */

type Exceeded = 'movement.exceeds_available' | 'movement.exceeds_payoff';

export interface Remaining {
  minor: bigint;
  /** Which balance it is. */
  name: string | undefined;
  /** Said instead where the amount is more than the balance, with `amount` of the difference. */
  exceeded: Exceeded;
}

/** @returns a negative amount where there is less than that */
export function remaining(
  balance_minor: number | bigint,
  amount_minor: number,
  name?: string,
  exceeded: Exceeded = 'movement.exceeds_available',
): Remaining {
  return { minor: BigInt(balance_minor) - BigInt(amount_minor), name, exceeded };
}

/** What is left of a balance. Pure. */
import type { TextId } from '../words.ts';

export interface Remaining {
  minor: bigint;
  /** Which balance it is. */
  name: string | undefined;
  /** Said instead where the amount is more than the balance, with `amount` of the difference. */
  exceeded: TextId;
}

/** @returns a negative amount where there is less than that */
export function remaining(
  balance_minor: number | bigint,
  amount_minor: number,
  name?: string,
  exceeded: TextId = 'movement.exceeds_available',
): Remaining {
  return { minor: BigInt(balance_minor) - BigInt(amount_minor), name, exceeded };
}

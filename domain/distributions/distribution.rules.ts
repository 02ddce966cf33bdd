/** Which lines are paid. Pure. */

/** Suspended members are paid; those who are leaving, or have left, are not. */
export const PAYABLE_STATUSES: readonly string[] = ['active', 'suspended'];

/** What is paid of these lines, one after the other, from so much: each that it still covers. */
export function payableFrom(free_minor: bigint, amounts: readonly bigint[]): bigint {
  return amounts.reduce((paid, amount) => (paid + amount > free_minor ? paid : paid + amount), 0n);
}

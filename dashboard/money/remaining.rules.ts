/** What is left of a balance. Pure. */

/** @returns null where the amount is more than there is: the API decides what happens then */
export function remaining(
  balance_minor: number,
  amount_minor: number,
  name?: string,
): { minor: bigint; name?: string } | null {
  const minor = BigInt(balance_minor) - BigInt(amount_minor);
  if (minor < 0n) return null;
  return name === undefined ? { minor } : { minor, name };
}

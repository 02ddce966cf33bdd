/** What is left of a balance. Pure. */

/** @returns null where the amount is more than there is: the API decides what happens then */
export function remaining(
  balance_minor: number | bigint,
  amount_minor: number,
  name?: string,
): { minor: bigint; name: string | undefined } | null {
  const minor = BigInt(balance_minor) - BigInt(amount_minor);
  return minor < 0n ? null : { minor, name };
}

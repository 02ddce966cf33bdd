/** What notices of an account still cover. Pure; amounts are minor units. */

/** Sums over the notices of one account. */
export interface NoticeSums {
  given_minor: bigint;
  /** The part of what was given that is ripe. */
  ripe_minor: bigint;
  /** What movements have used, or may use. */
  used_minor: bigint;
}

export interface OpenNotices {
  open_minor: bigint;
  /** The part that is ripe. */
  ripe_minor: bigint;
  /** What is used up although no movement says so: the account holds less than was open. */
  lapsed_minor: bigint;
}

const atLeastNothing = (amount_minor: bigint): bigint => (amount_minor > 0n ? amount_minor : 0n);
export const lesser = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** The earliest notices are used first; those that are open are never of more than the account holds. */
export function openNotices(
  { given_minor, ripe_minor, used_minor }: NoticeSums,
  balance_minor: bigint,
): OpenNotices {
  const unused = given_minor - used_minor;
  const open_minor = atLeastNothing(lesser(unused, balance_minor));
  const lapsed_minor = unused - open_minor;
  return { open_minor, ripe_minor: atLeastNothing(ripe_minor - used_minor - lapsed_minor), lapsed_minor };
}

/**
 * What a movement uses up of the notices of an account, so that the money which it leaves there is all that they can be of.
 * @param covered_minor what it needs ripe notices for
 * @param left_minor what the account holds after it
 */
export function usedBy(
  { open_minor, lapsed_minor }: OpenNotices,
  { covered_minor, left_minor }: { covered_minor: bigint; left_minor: bigint },
): bigint {
  const still_open = open_minor - covered_minor;
  return lapsed_minor + covered_minor + atLeastNothing(still_open - atLeastNothing(left_minor));
}

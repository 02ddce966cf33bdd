/** Which savings of a member count for loans, and on which account a pledge is held. Pure; amounts are minor units. */
import type { SavingsView } from '../../savings/index.ts';

/** What is available in the accounts whose products count. */
export function countedSavings(accounts: readonly SavingsView[]): bigint {
  const counted = accounts.filter(({ product }) => product.counts_for_multiple);
  return counted.reduce((total, { available_minor }) => total + available_minor, 0n);
}

interface Pledge {
  amount_minor: bigint;
  /** Pledges on applications that wait, by account. */
  waiting: ReadonlyMap<string, bigint>;
}

/**
 * A pledge is held on one account: the first that covers it, restricted ones before others, as money cannot leave them anyway; where
 * none does, the one with most. A fixed account is never pledged: its deposit leaves it when its term ends.
 */
export function accountToPledge(
  accounts: readonly SavingsView[],
  { amount_minor, waiting }: Pledge,
): { available_minor: bigint; savings_account_id: string | null } {
  const pledgeable = accounts
    .filter(({ product }) => product.counts_for_multiple && product.kind !== 'fixed')
    .map(({ id, stored_id, available_minor, product }) => ({
      savings_account_id: stored_id,
      available_minor: available_minor - (waiting.get(id) ?? 0n),
      is_restricted: product.kind === 'restricted',
    }))
    .toSorted((one, other) => Number(other.is_restricted) - Number(one.is_restricted));
  const covering = pledgeable.find(({ available_minor }) => available_minor >= amount_minor);
  const most = pledgeable.toSorted((one, other) => (one.available_minor < other.available_minor ? 1 : -1))[0];
  const { available_minor = 0n, savings_account_id = null } = covering ?? most ?? {};
  return { available_minor, savings_account_id };
}

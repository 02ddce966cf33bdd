/** The sums that must be in the service's accounts, computed from answered operations only. In minor units. */

export class Books {
  readonly #balances = new Map<string, bigint>();

  /** Adds to the account; a negative amount reduces it. Each account is counted on its own normal side. */
  add(account: string, amount: bigint): void {
    this.#balances.set(account, this.balance(account) + amount);
  }

  /** Reduces one account and adds to the other. */
  move(from: string, to: string, amount: bigint): void {
    this.add(from, -amount);
    this.add(to, amount);
  }

  balance(account: string): bigint {
    return this.#balances.get(account) ?? 0n;
  }

  all(): ReadonlyMap<string, bigint> {
    return this.#balances;
  }
}

/** An account that one side does not have counts as 0. @returns a sentence for each difference */
export function compareBalances(
  own: ReadonlyMap<string, bigint>,
  service: ReadonlyMap<string, bigint>,
): string[] {
  return [...new Set([...own.keys(), ...service.keys()])]
    .toSorted()
    .filter((account) => (own.get(account) ?? 0n) !== (service.get(account) ?? 0n))
    .map((account) => `${account}: ${service.get(account) ?? 0n}, expected ${own.get(account) ?? 0n}`);
}

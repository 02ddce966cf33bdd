/** Posts chains of several scopes at once, each by its own scope's clock. */
import { groupBy } from '../../../core/group-by.ts';
import type { Scope } from '../../../core/scope.ts';
import type { ChainOutcome, Transfer, TransferPoster } from '../backend.port.ts';

export interface ScopedChain {
  scope: Scope;
  chain: Transfer[];
}

/**
 * A batch has one present time, so scopes whose test clock was moved are batches of their own.
 * @returns outcomes in the order of the chains
 * @throws AppError SERVICE_UNAVAILABLE as TransferPoster.post does
 */
export async function postChains(
  ledger: TransferPoster,
  chains: readonly ScopedChain[],
): Promise<ChainOutcome[]> {
  const byOffset = groupBy(chains, ({ scope }) => scope.clock.offset_ms);
  const outcomes = new Map<ScopedChain, ChainOutcome>();
  await Promise.all(
    [...byOffset.values()].map(async (group) => {
      const now = (group[0] as ScopedChain).scope.clock.now();
      const answers = await ledger.post(
        group.map(({ chain }) => chain),
        now,
      );
      group.forEach((each, i) => outcomes.set(each, answers[i] as ChainOutcome));
    }),
  );
  return chains.map((each) => outcomes.get(each) as ChainOutcome);
}

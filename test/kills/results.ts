/** What a run found, and the line that tells of it. */
import type { Operation } from './accounting/operations.ts';

export interface Results {
  kills: Map<string, number>;
  operations: Operation[];
  lost: string[];
  doubled: string[];
  /** Everything else that must not be. */
  differences: string[];
  events: number;
  longest_ms: number;
  /** From a request that waits for no job to its answer, with its repeats. */
  longest_answer: { ms: number; request: string };
  verified: boolean;
  duration_ms: number;
  seed: number;
}

export function hasPassed({ lost, doubled, differences, verified }: Results): boolean {
  return lost.length === 0 && doubled.length === 0 && differences.length === 0 && verified;
}

export function describe(results: Results): string {
  const { kills, operations, lost, doubled, differences, events, seed } = results;
  const flows = new Map<string, number>();
  for (const { flow } of operations) flows.set(flow, (flows.get(flow) ?? 0) + 1);
  const acknowledged = operations.filter(({ answer }) => answer !== 'none').length;
  const retried = operations.filter(({ requests }) => requests > 1).length;
  const total = [...kills.values()].reduce((sum, count) => sum + count, 0);
  return [
    `kills ${total} (${listed(kills)})`,
    `operations ${operations.length} (${listed(flows)})`,
    `acknowledged ${acknowledged}`,
    `retried ${retried}`,
    `lost ${lost.length}`,
    `doubled ${doubled.length}`,
    `other differences ${differences.length}`,
    `events ${events}`,
    `longest pending ${Math.round(results.longest_ms / 1_000)} s`,
    `longest answer ${(results.longest_answer.ms / 1_000).toFixed(1)} s (${results.longest_answer.request})`,
    `verify ${results.verified ? 'ok' : 'FAILED'}`,
    `${Math.round(results.duration_ms / 1_000)} s`,
    `seed ${seed}`,
  ].join(', ');
}

function listed(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ');
}

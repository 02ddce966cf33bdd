/**
 * Each replica of TigerBeetle is killed or frozen in turn, the primary among them, while requests of all flows go on. What needs the
 * ledger meanwhile waits for the others, or is answered with 503 and repeated.
 */
import { expect, test } from 'vitest';
import { EMBEDDED } from '../kills/service/processes.ts';
import { FAULTS } from './child.ts';
import { startReplicas, TIGERBEETLE_MISSING, type Replica } from './tigerbeetle-replicas.ts';
import { FAILOVERS, FAILOVERS_TIMEOUT_MS, failOverUnderLoad } from './under-load.ts';

/** What the documentation promises. */
const GOES_ON_WITHIN_MS = 30_000;

test.skipIf(TIGERBEETLE_MISSING !== '')(
  `${FAILOVERS} failures of replicas of TigerBeetle under load lose and double nothing${TIGERBEETLE_MISSING}`,
  { timeout: FAILOVERS_TIMEOUT_MS },
  async () => {
    const cluster = await startReplicas();
    try {
      const inTurn = (turn: number) => cluster.replicas[turn % cluster.replicas.length] as Replica;
      const { longest_answer } = await failOverUnderLoad(
        { ...EMBEDDED, tigerbeetle_addresses: cluster.addresses },
        {
          faults: {
            'replica killed': (turn) => FAULTS.killed(inTurn(turn)),
            'replica frozen': (turn) => FAULTS.frozen(inTurn(turn)),
          },
          noticed_within_ms: GOES_ON_WITHIN_MS,
        },
      );
      expect(longest_answer.ms, longest_answer.request).toBeLessThan(GOES_ON_WITHIN_MS);
    } finally {
      await cluster.close();
    }
  },
);

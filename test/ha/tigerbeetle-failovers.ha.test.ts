/**
 * Each replica of TigerBeetle is killed or frozen in turn, the primary among them, while requests of all flows go on. What needs the
 * ledger meanwhile waits for the others, or is answered with 503 and repeated.
 */
import { expect, test } from 'vitest';
import { EMBEDDED } from '../kills/service/processes.ts';
import { startReplicas, TIGERBEETLE_MISSING, type Replica } from './tigerbeetle-replicas.ts';
import { FAILOVERS, FAILOVERS_TIMEOUT_MS, failOverUnderLoad } from './under-load.ts';

const FAULTS = ['replica killed', 'replica frozen'] as const;
/** What the documentation promises. */
const GOES_ON_WITHIN_MS = 30_000;

test.skipIf(TIGERBEETLE_MISSING !== '')(
  `${FAILOVERS} failures of replicas of TigerBeetle under load lose and double nothing${TIGERBEETLE_MISSING}`,
  { timeout: FAILOVERS_TIMEOUT_MS },
  async () => {
    const cluster = await startReplicas();
    try {
      let mend = (): Promise<void> => Promise.resolve();
      const { longest_gap_ms } = await failOverUnderLoad(
        { ...EMBEDDED, tigerbeetle_addresses: cluster.addresses },
        {
          faults: FAULTS,
          async strike(fault, turn) {
            const replica = cluster.replicas[turn % cluster.replicas.length] as Replica;
            if (fault === 'replica killed') {
              await replica.kill();
              mend = () => replica.start();
            } else {
              replica.signal('SIGSTOP');
              mend = () => Promise.resolve(replica.signal('SIGCONT'));
            }
          },
          mend: () => mend(),
          noticed_within_ms: GOES_ON_WITHIN_MS,
        },
      );
      expect(longest_gap_ms).toBeLessThan(GOES_ON_WITHIN_MS);
    } finally {
      await cluster.close();
    }
  },
);

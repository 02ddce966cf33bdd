/**
 * The master of the queues is killed or frozen, again and again while requests of all flows go on; with a cluster, a master of one
 * queue after the other. No request waits for it, and each job is done once.
 */
import { expect, test } from 'vitest';
import { until } from '../harness/index.ts';
import { QUEUE_NAMES } from '../../jobs/registry.ts';
import { EMBEDDED } from '../kills/service/processes.ts';
import { FAULTS } from './child.ts';
import { REDIS_MISSING, startCluster, startSentinelSet } from './redis-servers.ts';
import { FAILOVERS, FAILOVERS_TIMEOUT_MS, failOverUnderLoad } from './under-load.ts';

/** What the documentation promises of jobs, from the fault on; of a node of a cluster that hangs a minute. */
const SETS = [
  ['Sentinel', startSentinelSet, 30_000],
  ['Redis Cluster', startCluster, 60_000],
] as const;
/** Requests do not need the queues. */
const REQUESTS_GO_ON_WITHIN_MS = 5_000;

test.skipIf(REDIS_MISSING !== '').each(SETS)(
  `${FAILOVERS} failovers of %s under load lose and double nothing${REDIS_MISSING}`,
  { timeout: FAILOVERS_TIMEOUT_MS },
  async (_name, startSet, noticed_within_ms) => {
    const redis = await startSet();
    try {
      const strike = (fault: keyof typeof FAULTS) => async (turn: number) => {
        const key = `{ushirika:${QUEUE_NAMES[turn % QUEUE_NAMES.length]}}`;
        const master = await redis.masterOf(key);
        const end = await FAULTS[fault](master);
        await until('another server is the master', async () => (await redis.masterOf(key)) !== master);
        return async () => {
          await end();
          await redis.settled();
        };
      };
      const { longest_answer } = await failOverUnderLoad(
        { ...EMBEDDED, redis_url: redis.url },
        {
          faults: { 'master killed': strike('killed'), 'master frozen': strike('frozen') },
          noticed_within_ms,
        },
      );
      expect(longest_answer.ms, longest_answer.request).toBeLessThan(REQUESTS_GO_ON_WITHIN_MS);
    } finally {
      await redis.close();
    }
  },
);

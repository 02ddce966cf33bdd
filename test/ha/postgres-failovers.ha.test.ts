/**
 * The primary PostgreSQL is killed, or its machine is lost or cut off, again and again while requests of all flows go on; one
 * web and one worker process reach it through HAProxy, the others by a URL with several servers.
 */
import { expect, test } from 'vitest';
import { EMBEDDED } from '../kills/service/processes.ts';
import { MISSING, PatroniCluster, type Fault } from './engines/patroni.ts';
import { FAILOVERS, FAILOVERS_TIMEOUT_MS, failOverUnderLoad } from './under-load.ts';

const FAULTS: readonly Fault[] = ['cut off', 'killed', 'lost'];
/** HAProxy, or the processes, notice within this time that another server is the primary. */
const NOTICED_WITHIN_MS = 6_000;
/** A request that was sent before that waits at most so long for a connection; then it is answered 503, and repeated. */
const CONNECTION_WITHIN_MS = 10_000;

test.skipIf(MISSING.length > 0)(
  `${FAILOVERS} failovers of PostgreSQL under load lose and double nothing, and last as long as Patroni takes (needs ${MISSING.join(', ') || 'nothing more'})`,
  { timeout: FAILOVERS_TIMEOUT_MS },
  async () => {
    const cluster = await PatroniCluster.start();
    let passed = false;
    try {
      const database_urls = [cluster.proxied_url, cluster.several_url] as const;
      const { longest_answer, took_ms } = await failOverUnderLoad(
        { ...EMBEDDED, database_urls },
        {
          faults: Object.fromEntries(
            FAULTS.map((fault) => [`primary ${fault}`, () => cluster.strike(fault)]),
          ),
          noticed_within_ms: NOTICED_WITHIN_MS,
        },
      );
      expect(longest_answer.ms, longest_answer.request).toBeLessThan(
        Math.max(...took_ms) + NOTICED_WITHIN_MS + CONNECTION_WITHIN_MS,
      );
      passed = true;
    } finally {
      await cluster.stop(!passed);
    }
  },
);

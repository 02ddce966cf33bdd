/**
 * The primary PostgreSQL is killed, or its machine is lost or cut off, again and again while requests of all flows go on; one
 * web and one worker process reach it through HAProxy, the others by a URL with several servers. `HA_FAILOVERS` is how often:
 * `HA_FAILOVERS=20 npm run test:ha -- failovers`.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Span } from '../kills/accounting/serving.ts';
import { describe } from '../kills/results.ts';
import { disturbAndCheck, type Disturb } from '../kills/run.ts';
import { MISSING, PatroniCluster, type Fault } from './engines/patroni.ts';

const COUNT = Number(process.env['HA_FAILOVERS'] ?? 2);
const FAULTS: readonly Fault[] = ['cut off', 'killed', 'lost'];
/** Work goes on for so long between two faults. */
const PAUSE_MS = 3_000;
/** HAProxy, or the processes, notice within this time that another server is the primary. */
const NOTICED_WITHIN_MS = 6_000;
const PER_FAILOVER_MS = 60_000;

function failOver(cluster: PatroniCluster, took_ms: number[]): Disturb {
  return async () => {
    const kills = new Map<string, number>();
    const had_primary: [from: number, to: number][] = [[0, Infinity]];
    for (let done = 0; done < COUNT; done += 1) {
      await delay(PAUSE_MS);
      const fault = FAULTS[done % FAULTS.length] as Fault;
      (had_primary.at(-1) as [number, number])[1] = Date.now();
      took_ms.push(await cluster.strike(fault));
      had_primary.push([Date.now() + NOTICED_WITHIN_MS, Infinity]);
      kills.set(`primary ${fault}`, (kills.get(`primary ${fault}`) ?? 0) + 1);
      await delay(PAUSE_MS);
      await cluster.mend();
    }
    return { kills, worked: (): readonly Span[] => had_primary };
  };
}

test.skipIf(MISSING.length > 0)(
  `${COUNT} failovers under load lose and double nothing, and last as long as Patroni takes (needs ${MISSING.join(', ') || 'nothing more'})`,
  { timeout: 300_000 + COUNT * PER_FAILOVER_MS },
  async () => {
    const cluster = await PatroniCluster.start();
    let passed = false;
    try {
      const database_urls = [cluster.proxied_url, cluster.several_url] as const;
      const took_ms: number[] = [];
      const seed = Number(process.env['HA_SEED'] ?? Date.now() % 1_000_000);
      const results = await disturbAndCheck(
        seed,
        { redis_url: null, database_urls },
        failOver(cluster, took_ms),
      );
      const seconds = took_ms.map((each) => (each / 1_000).toFixed(1));
      console.log(`${describe(results)}; a new primary after ${seconds.join(', ')} s`);
      const { lost, doubled, differences, verified, longest_gap_ms } = results;
      expect({ lost, doubled, differences, verified }).toEqual({
        lost: [],
        doubled: [],
        differences: [],
        verified: true,
      });
      expect(longest_gap_ms).toBeLessThan(Math.max(...took_ms) + NOTICED_WITHIN_MS);
      passed = true;
    } finally {
      await cluster.stop(!passed);
    }
  },
);

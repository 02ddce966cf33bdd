/**
 * `npm run test:kills -- --count N [--seed S] [--backend postgres|redis]`: kills a process of the service N times, each by
 * chance, while requests of all flows go on, and then compares every answer with what the service has. Prints one line, and
 * the differences if there are any; it then ends with 1, and keeps the folder with data and output.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../crash/random.ts';
import { passWeek } from './flows/week.ts';
import { readOptions, type Options } from './options.ts';
import { describe, hasPassed, type Results } from './results.ts';
import { disturbAndCheck, type Disturb } from './run.ts';
import { EMBEDDED } from './service/processes.ts';
import { openRedis } from './service/redis.ts';

/** Between two kills: about as long as a process takes to start. */
const SHORTEST_PAUSE_MS = 1_500;
const LONGEST_PAUSE_MS = 3_000;
/** A week passes for the SACCO after so many kills. */
const KILLS_A_WEEK = 12;

async function main({ count, seed, backend }: Options): Promise<void> {
  const redis = backend === 'redis' ? await openRedis() : null;
  try {
    const stores = { ...EMBEDDED, redis_url: redis?.url ?? null };
    report(await disturbAndCheck(seed, stores, killMany(count, seed)));
  } finally {
    await redis?.close();
  }
}

function killMany(count: number, seed: number): Disturb {
  return async (service, lanes) => {
    const kills = new Map<string, number>();
    // Not the flows' own sequence, which depends on how fast they are answered.
    const random = seededRandom(seed + 1);
    let week = Promise.resolve();
    for (let killed = 0; killed < count;) {
      await delay(SHORTEST_PAUSE_MS + random.below(LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS));
      const name = await service.killOne(random);
      if (name === null) continue;
      killed += 1;
      kills.set(name, (kills.get(name) ?? 0) + 1);
      if (killed % KILLS_A_WEEK === 0)
        week = week.then(() => lanes.alone({ name: 'week', share: 0, run: passWeek }));
      if (killed % 100 === 0) process.stderr.write(`${killed} kills\n`);
    }
    await week;
    return { kills, worked: () => service.worked };
  };
}

function report(results: Results): void {
  for (const each of results.lost) process.stdout.write(`lost: ${each}\n`);
  for (const each of results.doubled) process.stdout.write(`doubled: ${each}\n`);
  for (const each of results.differences) process.stdout.write(`${each}\n`);
  process.stdout.write(`${describe(results)}\n`);
  if (!hasPassed(results)) process.exitCode = 1;
}

await main(readOptions(process.argv.slice(2)));

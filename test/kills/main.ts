/**
 * `npm run test:kills -- --count N [--seed S] [--backend postgres|redis]`: kills a process of the service N times, each by
 * chance, while requests of all flows go on, and then compares every answer with what the service has. Prints one line, and
 * the differences if there are any; it then ends with 1, and keeps the folder with data and output.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../crash/random.ts';
import { Caller } from './caller.ts';
import { checkCooperative } from './checks/cooperative.ts';
import { checkEvents } from './checks/events.ts';
import { checkMerchant } from './checks/merchant.ts';
import { checkMerchantOperations, checkSaccoOperations } from './checks/operations.ts';
import type { Cooperative } from './cooperative.ts';
import { MERCHANT_FLOWS, SACCO_FLOWS } from './flows/index.ts';
import { passWeek } from './flows/week.ts';
import { Lanes } from './lanes.ts';
import type { Merchant } from './merchant.ts';
import { readOptions, type Options } from './options.ts';
import { openProviders, settingOf, type Provider } from './providers.ts';
import { Receiver, type Poller } from './receiver.ts';
import { describe, hasPassed, type Results } from './results.ts';
import { openRedis } from './service/redis.ts';
import { ServiceProcesses } from './service/processes.ts';
import { setUpCooperative, setUpMerchant } from './set-up.ts';
import { settleCooperative, settleMerchant } from './settle.ts';

/** Flows at once in each project. */
const LANES = 5;
/** Between two kills: about as long as a process takes to start. */
const SHORTEST_PAUSE_MS = 1_500;
const LONGEST_PAUSE_MS = 3_000;
/** A week passes for the SACCO after so many kills. */
const KILLS_A_WEEK = 12;
const PROVIDERS_PAUSE_MS = 300;

/** What is asked, and who asks. */
interface Run {
  options: Options;
  service: ServiceProcesses;
  caller: Caller;
  receiver: Receiver;
  merchant: Merchant;
  sacco: Cooperative;
  pollers: Poller[];
}

async function main(options: Options): Promise<void> {
  const began = performance.now();
  const providers = openProviders();
  const receiver = await Receiver.open();
  await Promise.all(providers.map(({ gateway }) => gateway.start()));
  const redis = options.backend === 'redis' ? await openRedis() : null;
  const service = await ServiceProcesses.start(providers.map(settingOf), receiver.port, redis?.url ?? null);
  let keep = true;
  try {
    const random = seededRandom(options.seed);
    const caller = new Caller(service.addresses, random);
    const hooks = { receiver, receiver_url: service.receiver_url };
    const { merchant, poller } = await setUpMerchant(caller, random, providers, hooks);
    const { sacco, poller: sacco_poller } = await setUpCooperative(caller, random, hooks);
    const run = { options, service, caller, receiver, merchant, sacco, pollers: [poller, sacco_poller] };
    const results = await killAndCheck(run);
    results.duration_ms = performance.now() - began;
    keep = !hasPassed(results);
    report(results);
  } finally {
    await service.stop(keep);
    if (keep) process.stdout.write(`The data and the output of the processes are in ${service.folder}.\n`);
    await redis?.close();
    await Promise.all(providers.map(({ gateway }) => gateway.stop()));
    await receiver.close();
  }
}

async function killAndCheck(run: Run): Promise<Results> {
  const { options, service, caller, receiver, merchant, sacco, pollers } = run;
  const lanes = [
    new Lanes(merchant, MERCHANT_FLOWS, merchant.place.random),
    new Lanes(sacco, SACCO_FLOWS, sacco.place.random),
  ] as const;
  for (const each of lanes) each.start(LANES);
  const providing = workOf(merchant.providers);
  const kills = await killMany(run, lanes[1]);

  await service.ready();
  await Promise.all(lanes.map((each) => each.close()));
  await Promise.all([settleMerchant(merchant), settleCooperative(sacco)]);
  await providing.close();
  await Promise.all(pollers.map((each) => each.close()));

  const checks = [await checkMerchantOperations(merchant), await checkSaccoOperations(sacco)];
  const outcomes = await checkMerchant(merchant, service.worked);
  const of_sacco = await checkCooperative(sacco);
  const { ok: verified, output } = await service.verify();
  const events = await Promise.all(
    [merchant.place, sacco.place].map((place, i) =>
      checkEvents(place, receiver, pollers[i] as Poller, service.worked),
    ),
  );
  return {
    kills,
    operations: [merchant.place, sacco.place].flatMap(({ operations }) => operations.all()),
    lost: [...checks, ...events].flatMap(({ lost }) => lost),
    doubled: [...checks, ...events].flatMap(({ doubled }) => doubled),
    differences: [
      ...checks.flatMap(({ unexpected }) => unexpected),
      ...outcomes.differences,
      ...of_sacco,
      ...events.flatMap(({ disordered }) => disordered),
      ...[...lanes, merchant.place, sacco.place, merchant, caller, receiver, ...pollers].flatMap(
        ({ faults }) => faults,
      ),
      ...service.ended_by_themselves,
      ...(verified ? [] : [output]),
    ],
    events: merchant.place.events.count + sacco.place.events.count,
    longest_ms: outcomes.longest_ms,
    verified,
    duration_ms: 0,
    seed: options.seed,
  };
}

async function killMany({ options, service }: Run, lanes: Lanes<Cooperative>): Promise<Results['kills']> {
  const kills = new Map<string, number>();
  // Not the flows' own sequence, which depends on how fast they are answered.
  const random = seededRandom(options.seed + 1);
  let week = Promise.resolve();
  for (let killed = 0; killed < options.count;) {
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
  return kills;
}

/** Lets the providers do what they do by themselves. */
function workOf(providers: readonly Provider[]): { close(): Promise<void> } {
  let open = true;
  const work = async (): Promise<void> => {
    while (open) {
      for (const { work: workOfIt } of providers) await workOfIt?.();
      await delay(PROVIDERS_PAUSE_MS);
    }
  };
  const working = work();
  return {
    async close() {
      open = false;
      await working;
    },
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

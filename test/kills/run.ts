/** Requests of all flows go on while something is done to the service; then every answer is compared with what it has. */
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../crash/random.ts';
import type { Span } from './accounting/serving.ts';
import { Caller } from './caller.ts';
import { checkCooperative } from './checks/cooperative.ts';
import { checkEvents } from './checks/events.ts';
import { checkMessages, expectMessageEvents } from './checks/messages.ts';
import { checkMerchant } from './checks/merchant.ts';
import { checkPayouts } from './checks/payouts.ts';
import { checkMerchantOperations, checkSaccoOperations } from './checks/operations.ts';
import type { Cooperative } from './cooperative.ts';
import { MERCHANT_FLOWS, SACCO_FLOWS } from './flows/index.ts';
import { Lanes } from './lanes.ts';
import { MessageSender } from './messages.ts';
import type { Merchant } from './merchant.ts';
import { openProviders, settingOf } from './providers.ts';
import { Receiver, type Poller } from './receiver.ts';
import { hasPassed, type Results } from './results.ts';
import { ServiceProcesses, type Stores } from './service/processes.ts';
import { setUpCooperative, setUpMerchant } from './set-up.ts';
import { settleCooperative, settleMerchant } from './settle.ts';

/** Flows at once in each project. */
const LANES = 5;
const PROVIDERS_PAUSE_MS = 300;

/** What is asked, and who asks. */
interface Run {
  seed: number;
  service: ServiceProcesses;
  caller: Caller;
  receiver: Receiver;
  merchant: Merchant;
  sacco: Cooperative;
  messages: MessageSender;
  pollers: Poller[];
}

interface Disturbed {
  /** How often, by what it was done to. */
  kills: Map<string, number>;
  /** When there was a process that does jobs, and what it needs. */
  worked: () => readonly Span[];
}

/** @param lanes those of the SACCO, whose flows can be stopped */
export type Disturb = (service: ServiceProcesses, lanes: Lanes<Cooperative>) => Promise<Disturbed>;

/** @returns what was found; unless all is well, the folder with data and output stays */
export async function disturbAndCheck(seed: number, stores: Stores, disturb: Disturb): Promise<Results> {
  const began = performance.now();
  const providers = openProviders();
  const messages = new MessageSender();
  const gateways = [...providers.map(({ gateway }) => gateway), messages.gateway];
  const receiver = await Receiver.open();
  await Promise.all(gateways.map((each) => each.start()));
  const service = await ServiceProcesses.start(
    [...providers.map(settingOf), messages.setting()],
    receiver.port,
    stores,
  );
  let keep = true;
  try {
    const random = seededRandom(seed);
    const caller = new Caller(service.addresses, random);
    const outside = { receiver, receiver_url: service.receiver_url, providers, messages };
    const { merchant, poller } = await setUpMerchant(caller, random, outside);
    const { sacco, poller: sacco_poller } = await setUpCooperative(caller, random, outside);
    const run = {
      seed,
      service,
      caller,
      receiver,
      merchant,
      sacco,
      messages,
      pollers: [poller, sacco_poller],
    };
    const results = await check(run, disturb);
    results.duration_ms = performance.now() - began;
    keep = !hasPassed(results);
    return results;
  } finally {
    await service.stop(keep);
    if (keep) process.stdout.write(`The data and the output of the processes are in ${service.folder}.\n`);
    await Promise.all(gateways.map((each) => each.stop()));
    await receiver.close();
  }
}

async function check(run: Run, disturb: Disturb): Promise<Results> {
  const { seed, service, caller, receiver, merchant, sacco, messages, pollers } = run;
  const lanes = [
    new Lanes(merchant, MERCHANT_FLOWS, merchant.place.random),
    new Lanes(sacco, SACCO_FLOWS, sacco.place.random),
  ] as const;
  for (const each of lanes) each.start(LANES);
  const providing = workOf([...merchant.providers, messages]);
  const { kills, worked } = await disturb(service, lanes[1]);

  await service.ready();
  await Promise.all(lanes.map((each) => each.close()));
  await Promise.all([settleMerchant(merchant), settleCooperative(sacco, merchant.providers)]);
  await expectMessageEvents(sacco.place);
  await providing.close();
  await Promise.all(pollers.map((each) => each.close()));

  const checks = [await checkMerchantOperations(merchant), await checkSaccoOperations(sacco)];
  const outcomes = await checkMerchant(merchant, worked());
  const of_sacco = await checkCooperative(sacco);
  const of_payouts = await checkPayouts([merchant.place, sacco.place], merchant.providers);
  const of_messages = await checkMessages(sacco.place, messages);
  const { ok: verified, output } = await service.verify();
  const events = await Promise.all(
    [merchant.place, sacco.place].map((place, i) =>
      checkEvents(place, receiver, pollers[i] as Poller, worked()),
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
      ...of_payouts,
      ...of_messages,
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
    longest_answer: caller.longest_answer,
    seed,
  };
}

/** Lets the providers do what they do by themselves. */
function workOf(providers: readonly { work?(): Promise<void> | void }[]): { close(): Promise<void> } {
  let open = true;
  const work = async (): Promise<void> => {
    while (open) {
      for (const each of providers) await each.work?.();
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

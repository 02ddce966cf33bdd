/**
 * Redis behind Sentinel and as a cluster: its servers are killed, frozen and flushed while payments are made. No request fails for
 * it, workers go on by themselves, and every payment is booked once and its webhook delivered.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFailed, test, vi } from 'vitest';
import { createProject, must, paymentBody, until, type Client } from '../harness/index.ts';
import { ledgerFaults } from '../crash/ledger-faults.ts';
import { startReceiver, type Receiver } from '../crash/receiver.ts';
import { RunningService } from '../crash/running-service.ts';
import { REDIS_MISSING, startCluster, startSentinelSet, type RedisSet } from './redis-servers.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

/** What the documentation promises, from the fault on; and of a node of a cluster that hangs, whose connections stay open. */
const GOES_ON_WITHIN_MS = 30_000;
const HANGING_NODE_MS = 60_000;
const LANES = 4;
/** So that what comes after a fault does not wait behind what came meanwhile. */
const LANE_PAUSE_MS = 100;
/** Of what the processes printed, after a failure. */
const OUTPUT_SHOWN = 5_000;
const QUEUE = 'ledger-postings';

const SETS = [
  ['Sentinel', startSentinelSet],
  ['Redis Cluster', startCluster],
] as const;

describe.skipIf(REDIS_MISSING !== '').each(SETS)(`queues on %s${REDIS_MISSING}`, (name, startSet) => {
  let redis: RedisSet;
  let service: RunningService;
  let receiver: Receiver;
  let key: Client;
  const payments: string[] = [];

  beforeAll(async () => {
    redis = await startSet();
    service = await RunningService.build({ REDIS_URL: redis.url });
    receiver = await startReceiver();
    await Promise.all([service.start('web'), service.start('worker')]);
    ({ key } = await createProject(await service.client()));
    await receiver.register(key);
  });
  afterAll(async () => {
    await service.tearDown();
    await receiver.close();
    await redis.close();
  });

  async function pay(): Promise<string> {
    const { body } = must(
      await key.post('/api/v1/payments', paymentBody({ customer_phone: '+254712345678' })),
    );
    payments.push(body.id);
    return body.id;
  }

  /** Payments are made one after the other, in lanes, as long as `meanwhile` takes. */
  async function underLoad(meanwhile: () => Promise<void>): Promise<void> {
    let is_over = false;
    const lanes = Array.from({ length: LANES }, async () => {
      while (!is_over) {
        await pay();
        await delay(LANE_PAUSE_MS);
      }
    });
    await Promise.all([meanwhile().finally(() => (is_over = true)), ...lanes]);
  }

  const isDone = async (id: string): Promise<boolean> =>
    receiver.completions.has(id) &&
    (await service.db('postings').where({ payment_id: id, status: 'posted' }).first()) !== undefined;

  /** A payment that is made from now on is booked by a job, and its webhook delivered by another. */
  async function expectToGoOn(within_ms = GOES_ON_WITHIN_MS): Promise<void> {
    const began = performance.now();
    const id = await pay();
    await until('a new payment is booked and its webhook delivered', () => isDone(id), within_ms);
    console.log(`went on after ${Math.round(performance.now() - began)} ms`);
  }

  async function expectAllDone(): Promise<void> {
    await service.letTimePass();
    await until('all is booked, and all webhooks are delivered', async () => {
      const posted = await service.db('postings').where({ status: 'posted' }).pluck('payment_id');
      return posted.length === payments.length && receiver.completions.size === payments.length;
    });
    expect([...receiver.completions.keys()].toSorted()).toEqual(payments.toSorted());
    expect([...receiver.completions.values()].filter((ids) => new Set(ids).size !== 1)).toEqual([]);
    expect(receiver.faults).toEqual([]);
    expect(await ledgerFaults(service.db)).toEqual({});
    const [{ count }] = (await service.db('ledger_transfers').count()) as [{ count: bigint }];
    expect(Number(count)).toBe(payments.length);
    expect(await service.verify()).toMatch(/nothing differs/);
  }

  test('a master that is killed is replaced', async () => {
    onTestFailed(() => console.warn(service.output().slice(-OUTPUT_SHOWN)));
    const master = await redis.masterOf(`{ushirika:${QUEUE}}`);
    await underLoad(async () => {
      await master.kill();
      await expectToGoOn();
    });
    await until(
      'another server is the master',
      async () => (await redis.masterOf(`{ushirika:${QUEUE}}`)) !== master,
    );
    await master.start();
    await redis.settled();
    await expectAllDone();
  });

  test('a master that is frozen is replaced, and follows when it thaws', async () => {
    onTestFailed(() => console.warn(service.output().slice(-OUTPUT_SHOWN)));
    const master = await redis.masterOf(`{ushirika:${QUEUE}}`);
    await underLoad(async () => {
      master.signal('SIGSTOP');
      await expectToGoOn(name === 'Redis Cluster' ? HANGING_NODE_MS : GOES_ON_WITHIN_MS);
      master.signal('SIGCONT');
    });
    await redis.settled();
    await expectAllDone();
  });

  test('a master that is flushed gets its schedules back', async () => {
    onTestFailed(() => console.warn(service.output().slice(-OUTPUT_SHOWN)));
    await underLoad(async () => {
      await (await redis.masterOf(`{ushirika:${QUEUE}}`)).ask('flushall');
      await expectToGoOn();
    });
    await expectAllDone();
  });
});

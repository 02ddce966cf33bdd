/** Jobs are only wake-up calls: with every one of them lost, nothing is. */
import { afterEach, beforeEach, expect, onTestFailed, test, vi } from 'vitest';
import { QUEUE_NAMES } from '../../jobs/registry.ts';
import { createProject, must, paymentBody, until, type Client } from '../harness/index.ts';
import { ledgerFaults } from './ledger-faults.ts';
import { RunningService } from './running-service.ts';
import { startReceiver, type Receiver } from './receiver.ts';

/** Processes are started up to five times in a test; on a busy machine each start takes seconds. */
vi.setConfig({ testTimeout: 360_000 });

/** On Redis a job that a worker took with it into death is in the way of another one for the same row for up to a minute. */
const FOUND_AGAIN_MS = 150_000;

let service: RunningService;
let receiver: Receiver;
let key: Client;

beforeEach(async () => {
  service = await RunningService.build();
  receiver = await startReceiver();
  await service.start('web');
  ({ key } = await createProject(await service.client()));
  await receiver.register(key);
  onTestFailed(() => console.warn(service.output()));
});
afterEach(async () => {
  await service.tearDown();
  await receiver.close();
});

/** Half of them complete in the request, the others with their first poll. */
async function pay(count: number): Promise<string[]> {
  const replies = await Promise.all(
    Array.from({ length: count }, (_each, no) =>
      key.post(
        '/api/v1/payments',
        paymentBody({ customer_phone: no % 2 ? '+254712345789' : '+254712345678' }),
      ),
    ),
  );
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
  return replies.map(({ body }) => body.id);
}

async function expectAllDone(payments: string[]): Promise<void> {
  const waiting = payments.toSorted();
  await until(
    'all is booked',
    async () => {
      const posted: string[] = await service.db('postings').where({ status: 'posted' }).pluck('payment_id');
      return waiting.every((id) => posted.includes(id));
    },
    FOUND_AGAIN_MS,
  );
  await until(
    'all webhooks are delivered',
    () => waiting.every((id) => receiver.completions.has(id)),
    FOUND_AGAIN_MS,
  );
  expect([...receiver.completions.keys()].toSorted()).toEqual(waiting);
  expect([...receiver.completions.values()].filter((ids) => new Set(ids).size !== 1)).toEqual([]);
  expect(receiver.faults).toEqual([]);
  expect(await ledgerFaults(service.db)).toEqual({});
  const [{ count }] = (await service.db('ledger_transfers').count()) as [{ count: bigint }];
  expect(Number(count)).toBe(payments.length);
}

test('lost between two lives of the processes: the sweeps find all the work', async () => {
  const payments = await pay(50);
  expect(await service.db('postings').where({ status: 'pending' })).toHaveLength(25);
  await service.kill('web');
  await service.loseJobs();
  await service.letTimePass();
  await Promise.all([service.start('web'), service.start('worker')]);
  await expectAllDone(payments);
});

test('lost under running processes: requests are answered all the same, and all is done after a restart', async () => {
  await service.start('worker');
  const before = await pay(10);
  await service.loseJobs();
  const payments = [...before, ...(await pay(20))];
  must(await key.get('/api/v1/payments'));
  await Promise.all([service.kill('web'), service.kill('worker')]);
  await service.letTimePass();
  await Promise.all([service.start('web'), service.start('worker')]);
  await expectAllDone(payments);
});

const on_redis = process.env['REDIS_URL'] !== undefined;

test.skipIf(!on_redis)(
  `left under the keys of a build up to 0.2.0: they are removed, and their work is done${on_redis ? '' : ' (SKIPPED: REDIS_URL is not set)'}`,
  async () => {
    await service.start('worker');
    const before = await pay(10);
    await service.kill('worker');
    const payments = [...before, ...(await pay(20))];
    await service.kill('web');
    await service.moveToEarlierKeys();
    expect(await service.keysOnRedis('{ushirika}:*:repeat')).toHaveLength(QUEUE_NAMES.length);
    expect((await service.keysOnRedis('{ushirika}:ledger-postings:wait')).length).toBe(1);
    await service.letTimePass();
    await Promise.all([service.start('web'), service.start('worker')]);
    await expectAllDone(payments);
    expect(await service.keysOnRedis('{ushirika}:*')).toEqual([]);
    expect(await service.keysOnRedis('{ushirika:*}:*:repeat')).toHaveLength(QUEUE_NAMES.length);
  },
);

test('a payment that was marked completed by hand is booked by the sweep', async () => {
  const { body } = must(await key.post('/api/v1/payments', paymentBody({ provider: 'manual' })));
  await service
    .db('payments')
    .where({ id: body.id })
    .update({ status: 'completed', completed_at: new Date(), has_posting: false });
  await service.start('worker', 'ledger-postings');
  const posting = await until('it is booked', () =>
    service.db('postings').where({ payment_id: body.id, status: 'posted' }).first(),
  );
  expect(posting).toMatchObject({ attempts: 1, error: null });
  const transfers = await service.db('ledger_transfers').where({ reference: body.id });
  expect(transfers.map(({ amount }) => amount)).toEqual([15_050n]);
  expect(await ledgerFaults(service.db)).toEqual({});
});

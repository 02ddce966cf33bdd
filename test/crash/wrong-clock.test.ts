/** Processes of a machine whose clock is ahead, beside others: nothing ends early, waits for their time or changes its order. */
import { afterEach, beforeEach, expect, onTestFailed, test, vi } from 'vitest';
import type { Queue } from 'bullmq';
import { JOBS, type JobName, type QueueName } from '../../jobs/registry.ts';
import {
  addStaff,
  Client,
  createProject,
  customerBody,
  inProject,
  must,
  paymentBody,
  until,
  type Project,
} from '../harness/index.ts';
import { startReceiver, type Receiver } from './receiver.ts';
import { RunningService } from './running-service.ts';

vi.setConfig({ testTimeout: 240_000 });

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 365 * DAY_MS;
const ENDPOINTS = '/api/v1/webhook-endpoints';

let service: RunningService;
let receiver: Receiver;
let web: Client;
let project: Project;
/** What the test has opened, to be closed in this order. */
let closing: (() => Promise<void>)[];

beforeEach(async () => {
  closing = [];
  service = await RunningService.build();
  receiver = await startReceiver();
  await service.start('web');
  web = await service.client();
  project = await createProject(web);
  onTestFailed(() => console.warn(service.output()));
});
afterEach(async () => {
  for (const close of closing) await close();
  await service.tearDown();
  await receiver.close();
});

/** Opened once: what is looked for may last from one job to the next only. */
async function openQueue(name: QueueName): Promise<Queue> {
  const store = await service.openQueues();
  const queue = store.queue(name);
  closing.push(
    () => queue.close(),
    () => store.close(),
  );
  return queue;
}

/** When a scheduled job runs next, in milliseconds from now. */
async function runsIn_ms(queue: Queue, job: JobName): Promise<number> {
  const scheduler = await queue.getJobScheduler(job);
  return Number(scheduler?.next) - Date.now();
}

test('after a worker that was an hour ahead, the sweeps of the others run at their intervals', async () => {
  const sweep = 'sweep-postings';
  const every_ms = JOBS[sweep].every_ms as number;
  const queue = await openQueue(JOBS[sweep].queue);
  await service.start('worker');
  const ahead = await service.startAhead('worker', HOUR_MS);
  await until('it has put the sweep off', async () => (await runsIn_ms(queue, sweep)) > HOUR_MS / 2);
  await ahead.kill();
  await until('it is put back', async () => (await runsIn_ms(queue, sweep)) <= every_ms, 2 * every_ms);
  // No job is enqueued for this one: only a sweep finds it.
  const { body } = must(await project.key.post('/api/v1/payments', paymentBody({ provider: 'manual' })));
  await service
    .db('payments')
    .where({ id: body.id })
    .update({ status: 'completed', completed_at: new Date(), has_posting: false });
  const booked = { payment_id: body.id, status: 'posted' };
  const posting = () => service.db('postings').where(booked).first();
  expect(await until('it is booked', posting, 2 * every_ms)).toMatchObject({ attempts: 1, error: null });
});

test('a worker that starts after one that was an hour ahead has its sweeps run at their intervals', async () => {
  const sweep = 'sweep-callbacks';
  const queue = await openQueue(JOBS[sweep].queue);
  const ahead = await service.startAhead('worker', HOUR_MS);
  await until('it has put the sweep off', async () => (await runsIn_ms(queue, sweep)) > HOUR_MS / 2);
  await ahead.kill();
  await service.start('worker', JOBS[sweep].queue);
  expect(await runsIn_ms(queue, sweep)).toBeLessThanOrEqual(JOBS[sweep].every_ms as number);
});

/** A hold of some money for a day. @returns its id */
async function holdForADay(): Promise<string> {
  const { key } = project;
  await service.start('worker', 'ledger-postings');
  const { body: paid } = must(await key.post('/api/v1/payments', paymentBody()));
  const posting = { payment_id: paid.id, status: 'posted' };
  await until('there is money', () => service.db('postings').where(posting).first());
  const account = async (kind: string): Promise<string> =>
    must(await key.post('/api/v1/ledger/accounts', { kind, currency: 'KES' })).body.id;
  const body = {
    debit_account_id: await account('merchant_available'),
    credit_account_id: await account('adjustments'),
    amount_minor: 100,
    timeout_secs: 86_400,
    idempotency_key: 'held',
  };
  return must(await key.post('/api/v1/ledger/holds', body)).body.id;
}

test('processes that are a year ahead end nothing early', async () => {
  const { session, key, live_key } = project;
  const { body: endpoint } = must(await live_key.post(ENDPOINTS, { mode: 'poll', events: ['*'] }));
  const hold = await holdForADay();
  const queue = await openQueue('housekeeping');
  await service.startAhead('worker', YEAR_MS);
  const sweeps: JobName[] = [
    'delete-idle-endpoints',
    'clean-up-sessions',
    'expire-holds',
    'prune-idempotency-keys',
  ];
  // Collected: the queue keeps only the last jobs of all that are done.
  const seen = new Set<string>();
  await until('its sweeps have run', async () => {
    for (const { name } of await queue.getJobs(['completed'])) seen.add(name);
    return sweeps.every((sweep) => seen.has(sweep));
  });
  const ahead = await service.startAhead('web', YEAR_MS);
  // One that was right until a moment ago has not measured since.
  ahead.child.kill('SIGUSR2');
  await until('its clock is right', () => ahead.output().includes('clock ahead 0'));
  ahead.child.kill('SIGUSR2');
  await until('its clock is wrong again', () => ahead.output().includes(`clock ahead ${YEAR_MS}`));
  for (const base of [web, new Client(await ahead.ready)]) {
    must(await base.with(live_key.headers).get(`${ENDPOINTS}/${endpoint.id}/events`));
    must(await base.with(session.headers).get('/api/auth/me'));
    const { body } = must(await base.with(key.headers).get(`/api/v1/ledger/holds/${hold}`));
    expect(body.status).toBe('pending');
  }
  expect(await service.db('idempotency_keys').where({ key: 'held' })).toHaveLength(1);
});

test('what a web process that is an hour ahead has begun, the others go on with at once', async () => {
  await receiver.register(project.key);
  const ahead = await service.startAhead('web', HOUR_MS);
  const key = new Client(await ahead.ready).with(project.key.headers);
  // Completed in the request, and by a poll.
  const paid = must(await key.post('/api/v1/payments', paymentBody())).body.id;
  const polled = must(await key.post('/api/v1/payments', paymentBody({ customer_phone: '+254712345678' })));
  await ahead.kill();
  await service.start('worker');
  await until('both are known to the merchant', () =>
    [paid, polled.body.id].every((id) => receiver.completions.has(id)),
  );
  expect(receiver.faults).toEqual([]);
});

test('a request of a process that is an hour ahead comes before its decision by another', async () => {
  const { key, session } = project;
  const checker = inProject(await addStaff(web, project, 'checker'), project.id, 'test');
  must(await session.put('/api/v1/sacco/settings', { currency: 'KES', withdrawal_approval_minor: 1_000 }));
  const { body: customer } = must(await key.post('/api/v1/customers', customerBody()));
  must(await key.post(`/api/v1/customers/${customer.id}/kyc`, { decision: 'approve', tier: 1 }));
  const member = must(await key.post('/api/v1/sacco/members', { customer_id: customer.id })).body.id;
  const path = `/api/v1/sacco/members/${member}`;
  must(await key.post(`${path}/deposits`, { amount_minor: 50_000, idempotency_key: 'in' }));
  const events = ['approval.created', 'approval.decided'];
  const { body: polled } = must(await key.post(ENDPOINTS, { mode: 'poll', events }));
  must(await key.post(ENDPOINTS, { url: 'http://127.0.0.1:9/', events }));

  const ahead = await service.startAhead('web', HOUR_MS);
  const asking = new Client(await ahead.ready).with(key.headers);
  const approvals: string[] = [];
  for (const no of [1, 2, 3]) {
    const wanted = { amount_minor: 1_000 + no, idempotency_key: `out ${no}` };
    const { body: asked } = must(await asking.post(`${path}/withdrawals`, wanted));
    must(await checker.post(`/api/v1/approvals/${asked.approval_id}/approve`));
    approvals.push(asked.approval_id);
  }

  const happened = approvals.flatMap((id) => events.map((type) => `${type} ${id}`));
  const { body: read } = must(await key.get(`${ENDPOINTS}/${polled.id}/events`));
  const said = read.events as { type: string; timestamp: string; data: { id: string } }[];
  expect(said.map(({ type, data }) => `${type} ${data.id}`)).toEqual(happened);
  const times = said.map(({ timestamp }) => timestamp);
  expect(times).toEqual(times.toSorted());
  expect(Date.parse(times.at(-1) as string)).toBeLessThan(Date.now() + HOUR_MS / 2);
  // As they are sent, and as they are listed.
  const sent: { type: string }[] = await service
    .db('webhook_deliveries')
    .whereNot({ endpoint_id: polled.id })
    .orderBy(['next_attempt_at', 'id']);
  expect(sent.map(({ type }) => type)).toEqual([...events, ...events, ...events]);
  const { body: listed } = must(await key.get('/api/v1/webhook-deliveries?status=pending'));
  const newest_first = (listed.webhook_deliveries as { type: string }[]).map(({ type }) => type);
  expect(newest_first.toReversed()).toEqual([...events, ...events, ...events]);
  // Timestamps of the request and the decision are in order, too.
  for (const id of approvals) {
    const { body } = must(await key.get(`/api/v1/approvals/${id}`));
    expect(Date.parse(body.decided_at)).toBeGreaterThanOrEqual(Date.parse(body.requested_at));
  }
});

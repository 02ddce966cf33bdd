/** Endpoints that are asked for their events: every event once, in order, whoever commits when, and however many wait. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordEvent } from '../../domain/webhooks/index.ts';
import { scopeOf } from '../../core/scope.ts';
import { systemTimeIn } from '../../core/clock.ts';
import { inTransaction } from '../../domain/platform/unit.ts';
import { HANDLERS } from '../../workers/handlers.ts';
import {
  must,
  paymentBody,
  projectOf,
  quickPerson,
  startService,
  until,
  type Client,
  type Project,
  type TestService,
} from '../harness/index.ts';
import { expectError, expectInvalid } from '../api/samples.ts';

const ENDPOINTS = '/api/v1/webhook-endpoints';
/** As in contract and schema. */
const DAY_MS = 24 * 3_600_000;

let service: TestService;
let project: Project;
let key: Client;
let endpoint: string;

/** Few connections, so that requests which keep one while they wait are noticed. */
const POOL_SIZE = 3;

beforeAll(async () => {
  service = await startService({ env: { DATABASE_POOL_SIZE: String(POOL_SIZE) } });
});
afterAll(() => service.stop());

beforeEach(async () => {
  project = await projectOf(await quickPerson(service), service.anyone);
  key = project.key;
  endpoint = await pollEndpoint();
});

async function pollEndpoint(events = ['*']): Promise<string> {
  return must(await key.post(ENDPOINTS, { mode: 'poll', events })).body.id;
}

interface Polled {
  events: { id: string; type: string; timestamp: string; data: { no?: number } & Record<string, unknown> }[];
  next_after: string;
}

async function poll(query = ''): Promise<Polled> {
  return must(await key.get(`${ENDPOINTS}/${endpoint}/events${query}`)).body;
}

/** Records an event, with a number to know it by, and commits once `mayCommit` has settled. */
function happen(
  no: number,
  mayCommit: Promise<unknown> = Promise.resolve(),
  type: 'payment.completed' | 'refund.succeeded' = 'payment.completed',
): Promise<void> {
  return inTransaction({ ctx: service.ctx, scope: scopeOf(project.id, 'test', 0n) }, async (unit) => {
    await recordEvent(unit, type, { no });
    await mayCommit;
  });
}

/** Waits until a request has asked that endpoint. */
async function polledSince({ ctx }: TestService, endpoint_id: string, since: Date): Promise<void> {
  await until('it is polled', async () => {
    const { polled_at } = await ctx.db('webhook_poll_states').where({ endpoint_id }).first('polled_at');
    return polled_at >= since;
  });
}

const numbersOf = ({ events }: Polled) => events.map(({ data }) => data.no);

test('an endpoint without a URL says which events it is for, and is listed', async () => {
  expectInvalid(await key.post(ENDPOINTS, { mode: 'poll' }), 'events');
  expectInvalid(await key.post(ENDPOINTS, { mode: 'poll', events: ['*'], url: 'https://a.example/' }), 'url');
  expectInvalid(await key.post(ENDPOINTS, {}), 'url');
  const { body } = must(await key.post(ENDPOINTS, { mode: 'poll', events: ['payment.failed'] }));
  expect(body).toMatchObject({ mode: 'poll', url: null, events: ['payment.failed'], status: 'enabled' });
  expect(body.secret).toMatch(/^whsec_/);
  const { body: listed } = must(await key.get(ENDPOINTS));
  const { secret: _secret, ...shown } = body;
  expect(listed.webhook_endpoints).toContainEqual(shown);
});

test('polled endpoints do not count among the 50, and have a limit of their own', async () => {
  for (let i = 0; i < 50; i++) must(await key.post(ENDPOINTS, { url: 'http://127.0.0.1:9/' }));
  expectError(
    await key.post(ENDPOINTS, { url: 'http://127.0.0.1:9/' }),
    409,
    'CONFLICT',
    'too_many_endpoints',
  );
  for (let i = 1; i < 50; i++) await pollEndpoint();
  expectError(
    await key.post(ENDPOINTS, { mode: 'poll', events: ['*'] }),
    409,
    'CONFLICT',
    'too_many_endpoints',
  );
});

test('what is answered is what is sent to other endpoints, and the same `after` answers it again', async () => {
  must(await key.post(ENDPOINTS, { url: 'http://127.0.0.1:9/', events: ['payment.cancelled'] }));
  const { body: payment } = must(await key.post('/api/v1/payments', paymentBody({ provider: 'manual' })));
  must(await key.post(`/api/v1/payments/${payment.id}/cancel`));
  const first = await poll();
  const [event] = first.events;
  expect(first.events).toHaveLength(1);
  expect(event).toMatchObject({ type: 'payment.cancelled', data: { id: payment.id, status: 'cancelled' } });
  const { body: sent } = must(await key.get('/api/v1/webhook-deliveries'));
  const delivery = sent.webhook_deliveries.find(
    ({ endpoint_id }: { endpoint_id: string }) => endpoint_id !== endpoint,
  );
  expect(delivery).toMatchObject({ webhook_id: event?.id, status: 'pending' });
  const { body: details } = must(await key.get(`/api/v1/webhook-deliveries/${delivery.id}`));
  const { id: _id, ...payload } = event ?? {};
  expect(details).toEqual({ ...delivery, payload });

  expect(await poll()).toEqual(first);
  expect(await poll(`?after=${first.next_after}`)).toEqual({ events: [], next_after: first.next_after });
});

test('only with a URL is it sent, only without one is it asked for', async () => {
  const { body: push } = must(await key.post(ENDPOINTS, { url: 'http://127.0.0.1:9/' }));
  expectError(await key.get(`${ENDPOINTS}/${push.id}/events`), 422, 'UNPROCESSABLE', 'endpoint_not_polled');
  await happen(1);
  const woken = async (): Promise<string[]> => {
    const jobs = (await service.ctx.jobs.queues.get('webhook-deliveries')?.getJobs(['waiting'])) ?? [];
    return jobs.map(({ data }) => data.endpoint_id);
  };
  await until('the other is to be sent to', async () => (await woken()).includes(push.id));
  expect(await woken()).not.toContain(endpoint);
  // Nor does a sweep find it overdue.
  await service.ctx
    .db('webhook_deliveries')
    .where({ endpoint_id: endpoint })
    .update({ next_attempt_at: systemTimeIn(-60_000) });
  await HANDLERS['sweep-webhook-deliveries'](service.ctx, {});
  await HANDLERS['deliver-webhooks'](service.ctx, { endpoint_id: endpoint });
  const { body } = must(await key.get(`/api/v1/webhook-deliveries?endpoint_id=${endpoint}`));
  expect(body.webhook_deliveries).toMatchObject([{ status: 'pending', attempts: [] }]);
});

test('an event whose transaction commits after a later one is not passed over', async () => {
  let commit = (): void => undefined;
  const held = new Promise<void>((resolve) => (commit = resolve));
  const slow = happen(1, held);
  await until('the first is written', async () => {
    const { rows } = await service.ctx.db.raw<{ rows: object[] }>(
      `select from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`,
    );
    return rows.length > 0;
  });
  await happen(2);
  const before = await poll();
  expect(numbersOf(before)).toEqual([2]);
  commit();
  await slow;
  expect(numbersOf(await poll(`?after=${before.next_after}`))).toEqual([1]);
  // Whoever begins anew has them in the order in which they became visible.
  expect(numbersOf(await poll())).toEqual([2, 1]);
});

test('writers and readers that race: each reader has every event once, and all in the same order', async () => {
  const COUNT = 120;
  let written = 0;
  const writer = async (): Promise<void> => {
    while (written < COUNT) await happen(++written, delay(Math.random() * 8));
  };
  const reader = async (): Promise<string[]> => {
    const read: string[] = [];
    let after = '';
    while (read.length < COUNT) {
      const { events, next_after } = await poll(`?wait_seconds=5${after}`);
      read.push(...events.map(({ id }) => id));
      after = `&after=${next_after}`;
    }
    return read;
  };
  // One connection is left to readers.
  const [first, second, third] = await Promise.all([reader(), reader(), reader(), writer(), writer()]);
  expect(new Set(first).size).toBe(COUNT);
  expect(second).toEqual(first);
  expect(third).toEqual(first);
  const whole = [];
  for (let after = '0', more = true; more;) {
    const { events, next_after } = await poll(`?after=${after}`);
    expect(events.length).toBeLessThanOrEqual(100);
    whole.push(...events.map(({ id }) => id));
    more = next_after !== after;
    after = next_after;
  }
  expect(whole).toEqual(first);
});

test('many that wait hold no connection, and the first event answers them all, made by another process or not', async () => {
  const since = new Date();
  const waiting = Array.from({ length: POOL_SIZE * 5 }, () => poll('?wait_seconds=25'));
  await polledSince(service, endpoint, since);
  let answered = 0;
  for (const each of waiting) void each.then(() => answered++);
  // One that the event is not for goes on waiting.
  const other = key.get(`${ENDPOINTS}/${await pollEndpoint(['refund.succeeded'])}/events?wait_seconds=25`);
  let other_is_answered = false;
  void other.then(() => (other_is_answered = true));
  must(await key.get('/api/v1/payments'));
  expect(answered).toBe(0);
  // Beside this process: nothing but the row tells of it.
  const id = 'evt_00000000000000000000000001';
  const at = new Date();
  const scope = { project_id: project.id, environment: 'test' };
  const payload = JSON.stringify({ type: 'payment.completed', timestamp: at, data: { no: 7 } });
  await service.ctx.db.transaction(async (trx) => {
    await trx('webhook_events').insert({ id, ...scope, type: 'payment.completed', payload, created_at: at });
    const row = { event_id: id, endpoint_id: endpoint, ...scope, type: 'payment.completed', created_at: at };
    await trx('webhook_deliveries').insert({
      id: 'whd_00000000000000000000000001',
      ...row,
      next_attempt_at: at,
    });
  });
  for (const answer of await Promise.all(waiting)) expect(numbersOf(answer)).toEqual([7]);
  expect(other_is_answered).toBe(false);
  await happen(8, Promise.resolve(), 'refund.succeeded');
  expect(numbersOf(must(await other).body)).toEqual([8]);
});

test('without an event the answer comes when the time is over', async () => {
  expect(await poll('?wait_seconds=1')).toEqual({ events: [], next_after: '0' });
  expectInvalid(await key.get(`${ENDPOINTS}/${endpoint}/events?wait_seconds=26`), 'wait_seconds');
  expectInvalid(await key.get(`${ENDPOINTS}/${endpoint}/events?after=x`), 'after');
});

test('a position that this endpoint has not reached is refused: events up to it would be passed over', async () => {
  await happen(1);
  const { next_after } = await poll();
  const other = await pollEndpoint();
  expectInvalid(await key.get(`${ENDPOINTS}/${other}/events?after=${next_after}`), 'after');
  expectInvalid(await key.get(`${ENDPOINTS}/${endpoint}/events?after=9223372036854775807`), 'after');
  expect(await poll(`?after=${next_after}`)).toEqual({ events: [], next_after });
});

test('a redelivery is answered again, behind what was answered', async () => {
  await happen(1);
  await happen(2);
  const first = await poll();
  const { body } = must(await key.get(`/api/v1/webhook-deliveries?endpoint_id=${endpoint}`));
  const again = body.webhook_deliveries.at(-1);
  must(await key.post(`/api/v1/webhook-deliveries/${again.id}/redeliver`));
  const { events } = await poll(`?after=${first.next_after}`);
  expect(events).toEqual([first.events[0]]);
});

test('an endpoint that is deleted, or that nobody has polled for a day, answers nothing and is gone', async () => {
  const polls = (id: string) => key.get(`${ENDPOINTS}/${id}/events`);
  const deleted = await pollEndpoint();
  must(await key.delete(`${ENDPOINTS}/${deleted}`));
  expectError(await polls(deleted), 404, 'NOT_FOUND');

  const idle = await pollEndpoint();
  await happen(1);
  const setPolled = (ms: number) =>
    service.ctx
      .db('webhook_poll_states')
      .where({ endpoint_id: idle })
      .update({ polled_at: systemTimeIn(-ms) });
  await setPolled(DAY_MS - 60_000);
  await HANDLERS['delete-idle-endpoints'](service.ctx, {});
  expect((must(await polls(idle)).body as Polled).events).toHaveLength(1);
  await happen(2);
  await setPolled(DAY_MS);
  expectError(await polls(idle), 404, 'NOT_FOUND');
  await HANDLERS['delete-idle-endpoints'](service.ctx, {});
  const { body } = must(await key.get(ENDPOINTS));
  const ids = body.webhook_endpoints.map(({ id }: { id: string }) => id);
  expect(ids).toContain(endpoint);
  expect(ids).not.toContain(idle);
  // What was not answered by then never will be, and does not keep the event.
  const { body: log } = must(await key.get(`/api/v1/webhook-deliveries?endpoint_id=${idle}`));
  expect(log.webhook_deliveries).toMatchObject([{ status: 'failed' }, { status: 'delivered' }]);
});

test('a server that closes answers those that wait, at once', async () => {
  const other = await startService();
  const owner = await projectOf(await quickPerson(other), other.anyone);
  const endpoints: string[] = [];
  for (let i = 0; i < 2; i++)
    endpoints.push(must(await owner.key.post(ENDPOINTS, { mode: 'poll', events: ['*'] })).body.id);
  const since = new Date();
  const answers = endpoints.map((id) => owner.key.get(`${ENDPOINTS}/${id}/events?wait_seconds=25`));
  for (const id of endpoints) await polledSince(other, id, since);
  await other.stop();
  for (const answer of await Promise.all(answers))
    expect(must(answer).body).toEqual({ events: [], next_after: '0' });
});

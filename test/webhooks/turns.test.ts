/** Turns of senders: order, connections, endpoints that hang, limits, and what happens beside a turn. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { scopeOf } from '../../core/scope.ts';
import { inTransaction } from '../../domain/platform/unit.ts';
import { deliverWebhooks, recordEvent } from '../../domain/webhooks/index.ts';
import { claimEndpoint } from '../../domain/webhooks/delivery/lease.ts';
import {
  changeContext,
  must,
  paymentBody,
  projectOf,
  quickPerson,
  startService,
  until,
  type Person,
  type Project,
  type TestService,
} from '../harness/index.ts';

/** Less than in earnest, so that a turn at an endpoint that hangs is soon over. */
const FIRST_DEADLINE_MS = 2_000;
/** No busy machine needs so long for an answer. */
const PATIENCE_MS = 60_000;

let service: TestService;
let owner: Person;
let project: Project;

beforeAll(async () => {
  // Nobody works: every turn is taken by a test.
  service = await startService();
  service.ctx.webhook_deadlines = { first_ms: FIRST_DEADLINE_MS, later_ms: 20_000 };
  owner = await quickPerson(service);
});
afterAll(() => service.stop());
beforeEach(async () => {
  project = await projectOf(owner, service.anyone);
});

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface Receiver {
  url: string;
  /** webhook-ids in the order of arrival. */
  ids: string[];
  bodies: { type: string; data: { id: string; status: string } }[];
  sockets: Set<Socket>;
}

async function receive(answer: RequestListener = (_request, response) => void response.writeHead(204).end()) {
  const receiver: Receiver = { url: '', ids: [], bodies: [], sockets: new Set() };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      receiver.ids.push(String(request.headers['webhook-id']));
      receiver.bodies.push(JSON.parse(body));
      receiver.sockets.add(request.socket);
      answer(request, response);
    });
  }).listen(0, '127.0.0.1');
  // A connection stays open however long a busy machine takes between two events.
  server.keepAliveTimeout = 0;
  await once(server, 'listening');
  servers.push(server);
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return receiver;
}

async function subscribe(url: string, events = ['payment.completed']): Promise<string> {
  return must(await project.key.post('/api/v1/webhook-endpoints', { url, events })).body.id;
}

/** Completed one after the other. @returns their ids */
async function pay(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++)
    ids.push(must(await project.key.post('/api/v1/payments', paymentBody())).body.id);
  return ids;
}

const turn = (endpoint_id: string): Promise<void> => deliverWebhooks(service.ctx, endpoint_id);

/** No attempt times out, and none starts beside another, until the end of the test. */
function waitForEachAnswer(): void {
  changeContext(service.ctx, {
    webhook_deadlines: { first_ms: PATIENCE_MS, later_ms: PATIENCE_MS },
    webhook_pace: { ...service.ctx.webhook_pace, next_after_ms: PATIENCE_MS },
  });
}

/** A turn starts no attempt after some seconds: on a busy machine it takes several. */
async function turnsUntilReceived({ ids }: Receiver, endpoint_id: string, count: number): Promise<void> {
  await until('all were received', async () => {
    await turn(endpoint_id);
    return ids.length >= count;
  });
}

const deliveriesOf = (endpoint_id: string) =>
  service.ctx.db('webhook_deliveries').where({ endpoint_id }).orderBy('id');

async function setState(endpoint_id: string, state: object): Promise<void> {
  await service.ctx.db('webhook_endpoint_states').where({ endpoint_id }).update(state);
}

test('events arrive in their order, on one connection', async () => {
  const receiver = await receive();
  const endpoint = await subscribe(receiver.url);
  const payments = await pay(60);
  waitForEachAnswer();
  await turnsUntilReceived(receiver, endpoint, payments.length);
  expect(receiver.bodies.map(({ data }) => data.id)).toEqual(payments);
  expect(receiver.sockets.size).toBe(1);
  const rows = await deliveriesOf(endpoint);
  expect(rows.map(({ status, attempts }) => [status, attempts])).toEqual(rows.map(() => ['delivered', 1]));
});

test('nothing is sent for an event that was written while its endpoint was deleted', async () => {
  const receiver = await receive();
  const endpoint = await subscribe(receiver.url);
  const scope = scopeOf(project.id, 'test', 0n);
  await inTransaction({ ctx: service.ctx, scope }, async (unit) => {
    await recordEvent(unit, 'payment.completed', { id: 'pay_1' });
    must(await project.key.delete(`/api/v1/webhook-endpoints/${endpoint}`));
  });
  await turn(endpoint);
  expect(await deliveriesOf(endpoint)).toMatchObject([{ status: 'failed', next_attempt_at: null }]);
  expect(receiver.ids).toEqual([]);
});

test('one process sends at a time, however many are woken', async () => {
  let under_way = 0;
  let most = 0;
  const receiver = await receive((_request, response) => {
    most = Math.max(most, ++under_way);
    setImmediate(() => {
      under_way--;
      response.writeHead(204).end();
    });
  });
  const endpoint = await subscribe(receiver.url);
  const payments = await pay(10);
  waitForEachAnswer();
  await Promise.all(Array.from({ length: 8 }, () => turnsUntilReceived(receiver, endpoint, payments.length)));
  expect(receiver.bodies.map(({ data }) => data.id)).toEqual(payments);
  expect(most).toBe(1);
});

test('an endpoint that hangs is tried by one delivery at a time until it answers', async () => {
  let hang = true;
  const receiver = await receive((_request, response) => {
    if (!hang) response.writeHead(204).end();
  });
  const endpoint = await subscribe(receiver.url);
  await pay(12);
  // Five attempts start until the first times out.
  changeContext(service.ctx, { webhook_deadlines: { first_ms: 5_000, later_ms: 20_000 } });
  await turn(endpoint);
  expect(receiver.ids).toHaveLength(5);
  await turn(endpoint);
  expect(receiver.ids).toHaveLength(6);
  const tried = (await deliveriesOf(endpoint)).filter(({ attempts }) => attempts > 0);
  expect(tried.map(({ status }) => status)).toEqual(Array(6).fill('pending'));
  hang = false;
  waitForEachAnswer();
  await turn(endpoint);
  expect(receiver.ids).toHaveLength(7);
  await turnsUntilReceived(receiver, endpoint, 12);
  expect((await deliveriesOf(endpoint)).slice(6).map(({ status }) => status)).toEqual(
    Array(6).fill('delivered'),
  );
});

test('an endpoint that has hung for five days is disabled, and the project is told', async () => {
  const hanging = await receive(() => undefined);
  const good = await receive();
  const endpoint = await subscribe(hanging.url);
  const other = await subscribe(good.url, ['webhook_endpoint.disabled']);
  await pay(2);
  await setState(endpoint, { hanging_since: new Date(Date.now() - 4.9 * 86_400_000) });
  await turn(endpoint);
  expect((await project.key.get('/api/v1/webhook-endpoints')).body.webhook_endpoints[1].status).toBe(
    'enabled',
  );
  await setState(endpoint, { hanging_since: new Date(Date.now() - 5 * 86_400_000) });
  await turn(endpoint);
  expect((await deliveriesOf(endpoint)).map(({ status }) => status)).toEqual(['failed', 'failed']);
  const { body: list } = must(await project.key.get('/api/v1/webhook-endpoints'));
  const disabled = list.webhook_endpoints[1];
  expect(disabled).toMatchObject({ id: endpoint, status: 'disabled' });
  waitForEachAnswer();
  await turn(other);
  expect(good.bodies).toEqual([
    { type: 'webhook_endpoint.disabled', timestamp: expect.any(String), data: disabled },
  ]);
  const { body: log } = must(await owner.client.get(`/api/projects/${project.id}/audit-log`));
  expect(log.audit_log[0]).toMatchObject({
    action: 'webhook_endpoint.disabled',
    subject: endpoint,
    actor: { type: 'system' },
    details: { cause: 'no_answer' },
  });
});

test('an answer, whatever it says, ends the days of hanging', async () => {
  const receiver = await receive((_request, response) => void response.writeHead(500).end());
  const endpoint = await subscribe(receiver.url);
  await pay(1);
  waitForEachAnswer();
  await setState(endpoint, { hanging_since: new Date(0) });
  await turn(endpoint);
  const state = await service.ctx.db('webhook_endpoint_states').where({ endpoint_id: endpoint }).first();
  expect(state).toMatchObject({ hanging_since: null, leased_until: null });
  expect((await project.key.get('/api/v1/webhook-endpoints')).body.webhook_endpoints[0].status).toBe(
    'enabled',
  );
});

test('a delivery that is redelivered in the middle of its attempt is sent again', async () => {
  let answerFirst = (): void => undefined;
  const receiver = await receive((_request, response) => {
    const answer = (): void => void response.writeHead(204).end();
    if (receiver.ids.length === 1) answerFirst = answer;
    else answer();
  });
  const endpoint = await subscribe(receiver.url);
  await pay(1);
  waitForEachAnswer();
  const first = turn(endpoint);
  await until('the attempt is under way', () => receiver.ids.length === 1);
  const [{ id }] = (await deliveriesOf(endpoint)) as [{ id: string }];
  must(await project.key.post(`/api/v1/webhook-deliveries/${id}/redeliver`));
  answerFirst();
  await first;
  await turnsUntilReceived(receiver, endpoint, 2);
  expect(await deliveriesOf(endpoint)).toMatchObject([{ status: 'delivered', attempts: 2 }]);
});

test('of one project 25 endpoints are sent to at once, and 5 of those that hang', async () => {
  const endpoints = await Promise.all(Array.from({ length: 40 }, () => subscribe('http://127.0.0.1:9/')));
  await pay(1);
  const hanging = endpoints.slice(30);
  await service.ctx
    .db('webhook_endpoint_states')
    .whereIn('endpoint_id', hanging)
    .update({ hanging_since: new Date() });
  const claims = await Promise.all(endpoints.map((id) => claimEndpoint(service.ctx.db, id)));
  const taken = (ids: string[]): number =>
    claims.filter((claim) => claim && 'endpoint_id' in claim && ids.includes(claim.endpoint_id)).length;
  expect([taken(endpoints.slice(0, 30)), taken(hanging)]).toEqual([25, 5]);
  expect(claims.filter((claim) => claim && 'limited' in claim)).toHaveLength(10);
  // Another project is not held up.
  project = await projectOf(owner, service.anyone);
  const other = await subscribe('http://127.0.0.1:9/');
  await pay(1);
  expect(await claimEndpoint(service.ctx.db, other)).toMatchObject({ endpoint_id: other });
});

test('wake-ups of one endpoint are one job while it waits, and one more while it runs', async () => {
  const receiver = await receive();
  const endpoint = await subscribe(receiver.url);
  const queue = service.ctx.jobs.queues.get('webhook-deliveries');
  const waiting = async (): Promise<number> =>
    ((await queue?.getJobs(['waiting'])) ?? []).filter(({ data }) => data.endpoint_id === endpoint).length;
  await pay(5);
  await until('the job waits', async () => (await waiting()) === 1);
  let finish = (): void => undefined;
  let ran = 0;
  const worker = service.store.worker(
    'webhook-deliveries',
    async ({ data }) => {
      if (data.endpoint_id !== endpoint) return;
      ran++;
      await new Promise<void>((resolve) => (finish = resolve));
    },
    {},
  );
  await until('it runs', () => ran === 1);
  await pay(3);
  await Promise.all(
    [1, 2, 3].map(() => service.ctx.jobs.enqueue('deliver-webhooks', { endpoint_id: endpoint })),
  );
  expect(await waiting()).toBe(0);
  finish();
  await until('one more runs', () => ran === 2);
  finish();
  await worker.close();
  expect(ran).toBe(2);
});

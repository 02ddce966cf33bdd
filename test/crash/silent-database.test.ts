/**
 * A database that stops answering without closing its connections, as behind a firewall that forgets them: whoever waits is
 * told within the deadline, `/ready` says so, and what is answered again is used again.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { batchCalls, longestFlush_ms } from '../../core/batch.ts';
import { readConfig } from '../../core/config.ts';
import { openContext } from '../../app/compose.ts';
import { listen } from '../../api/http/listen.ts';
import { createApp } from '../../api/server.ts';
import {
  Client,
  createProject,
  freshDatabase,
  paymentBody,
  until,
  type TestDatabase,
} from '../harness/index.ts';
import { TcpProxy } from './tcp-proxy.ts';

/** One second for a statement, two more for its answer; twice, where the first retry meets the next silent connection. */
const DEADLINE = { DATABASE_TIMEOUT_SECONDS: '1', DATABASE_POOL_SIZE: '4' };

let database: TestDatabase;
let proxy: TcpProxy;
let service: Service;
let anyone: Client;
let key: Client;
let owner: Client;

interface Service {
  url: string;
  close(): Promise<void>;
}

async function serve(database_url: string, limits: Record<string, string> = {}): Promise<Service> {
  const config = readConfig({
    PORT: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '0',
    DATABASE_URL: database_url,
    ...limits,
  });
  const opened = await openContext(config, database_url, false);
  const web = await listen(createApp(opened.ctx, opened.store), config);
  return {
    url: web.url,
    async close() {
      await web.close(0);
      await opened.close();
    },
  };
}

beforeEach(async () => {
  database = await freshDatabase();
  // Nothing that a test needs is made under the short deadline.
  const patient = await serve(database.url);
  const project = await createProject(new Client(patient.url));
  await patient.close();
  proxy = await TcpProxy.open(database.url);
  service = await serve(proxy.url, DEADLINE);
  anyone = new Client(service.url);
  key = anyone.with(project.key.headers);
  owner = anyone.with(project.owner.client.headers);
});
afterEach(async () => {
  await proxy.close();
  await service.close();
  await database.drop();
});

/** Batched and other statements of both pools, and a transaction. */
function requests() {
  const account = { kind: 'subaccount', currency: 'KES', subaccount_id: crypto.randomUUID() };
  return [
    () => key.post('/api/v1/payments', paymentBody(), { 'idempotency-key': crypto.randomUUID() }),
    () => key.get('/api/v1/payments'),
    () => key.post('/api/v1/ledger/accounts', account),
    () => owner.get('/api/auth/me'),
  ];
}

/** Fills the pools with connections that lie idle. On a busy machine the first answers may come too late. */
async function warmUp(): Promise<void> {
  await until('all is served', async () =>
    (await Promise.all([...requests(), ...requests()].map((send) => send()))).every(
      ({ status }) => status < 300,
    ),
  );
}

test('connections that fall silent fail what waits on them, and are replaced', async () => {
  await warmUp();
  proxy.silence();
  const replies = await Promise.all([...requests(), ...requests()].map((send) => send()));
  expect(replies.some(({ status }) => status === 503)).toBe(true);
  for (const { status } of replies) expect([200, 201, 503]).toContain(status);
  await until('it is served again', async () =>
    (await Promise.all(requests().map((send) => send()))).every(({ status }) => status < 300),
  );
  // It may come upon a connection that no request has used since.
  await until('it is ready', async () => (await anyone.get('/ready')).status === 200);
});

test('while new connections are not answered either, /ready says no and requests are 503; then all of it passes', async () => {
  await warmUp();
  proxy.freeze();
  const waiting = requests().map((send) => send());
  const { status, body } = await anyone.get('/ready');
  expect([status, body.checks]).toEqual([
    503,
    { database: 'unavailable', queue: expect.any(String), ledger: 'unavailable' },
  ]);
  for (const reply of await Promise.all(waiting)) expect(reply.status, reply.text).toBe(503);
  // And those that come upon new connections.
  for (const reply of await Promise.all(requests().map((send) => send()))) expect(reply.status).toBe(503);
  proxy.thaw();
  await until('it is ready again', async () => (await anyone.get('/ready')).status === 200);
  await until('it serves again', async () =>
    (await Promise.all(requests().map((send) => send()))).every((each) => each.status < 300),
  );
});

test('/ready says no while one batch of requests gets no answer, though other connections answer', async () => {
  let answer: (answers: number[]) => void = () => undefined;
  const submit = batchCalls<number, number>(() => new Promise((resolve) => (answer = resolve)), {
    max_weight: 1,
  });
  const waiting = submit(1);
  await until('it is under way', () => longestFlush_ms() > 0);
  const now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now + 6_000);
  // On a connection of its own, whose end the server does not count by the clock of the future.
  const { status, body } = await anyone.with({ connection: 'close' }).get('/ready');
  vi.restoreAllMocks();
  expect([status, body.checks]).toEqual([503, { database: 'unavailable', queue: 'ok', ledger: 'ok' }]);
  answer([1]);
  await waiting;
  expect((await anyone.get('/ready')).status).toBe(200);
});

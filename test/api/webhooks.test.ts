/** Outgoing webhooks, seen from a merchant's receiver: a real HTTP server that checks signatures with Standard Webhooks' own library. */
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { EVENT_TYPES } from '../../domain/webhooks/index.ts';
import {
  expectBetween,
  must,
  paymentBody,
  projectOf,
  quickPerson,
  startService,
  until,
  type Client,
  type Person,
  type Project,
  type TestService,
} from '../harness/index.ts';
import { expectError, expectInvalid } from './samples.ts';

const FOREVER_MS = 3_600_000;

let service: TestService;
let key: Client;
let owner: Person;
let project: Project;

beforeAll(async () => {
  service = await startService({
    // Nobody works on ledger-postings: no payment is ever booked here.
    workers: ['webhook-deliveries', 'provider-polls'],
    // An attempt that a test holds back never ends, and is never repeated, by itself.
    settings: { webhook_deadlines: { first_ms: FOREVER_MS, later_ms: FOREVER_MS } },
  });
  owner = await quickPerson(service);
});
afterAll(() => service.stop());

const ENDPOINTS = '/api/v1/webhook-endpoints';
const DELIVERIES = '/api/v1/webhook-deliveries';

interface Received {
  method: string;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Receiver {
  url: string;
  received: Received[];
  /** Status, or a handler of its own, for what comes from now on. */
  answer: number | RequestListener;
}

const servers: Server[] = [];

async function startReceiver(answer: Receiver['answer'] = 200): Promise<Receiver> {
  const receiver: Receiver = { url: '', received: [], answer };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', headers } = request;
      receiver.received.push({ method, headers, body: Buffer.concat(chunks).toString() });
      if (typeof receiver.answer === 'number') response.writeHead(receiver.answer).end();
      else receiver.answer(request, response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  return receiver;
}

/** Fails, and asks for so long a pause that nobody tries again before the test says so. */
function failing(status: number): RequestListener {
  return (_request, response) => response.writeHead(status, { 'retry-after': '600' }).end();
}

/** A project of its own for every test, so that no other endpoint is in its way. */
async function freshProject(): Promise<void> {
  project = await projectOf(owner, service.anyone);
  key = project.key;
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface Endpoint {
  id: string;
  url: string;
  secret: string;
  status: string;
}

async function subscribe(url: string, events?: string[]): Promise<Endpoint> {
  return must(await key.post(ENDPOINTS, { url, ...(events ? { events } : {}) })).body;
}

async function pay(overrides: Record<string, unknown> = {}) {
  return must(await key.post('/api/v1/payments', paymentBody(overrides))).body;
}

interface Delivery {
  id: string;
  webhook_id: string;
  endpoint_id: string;
  type: string;
  status: string;
  attempts: { at: string; status_code: number | null; error: string | null }[];
  next_attempt_at: string | null;
}

async function deliveries(query = ''): Promise<Delivery[]> {
  return must(await key.get(`${DELIVERIES}${query}`)).body.webhook_deliveries;
}

/** The only delivery, once it is as `is` wants it. */
async function deliveryThat(what: string, is: (delivery: Delivery) => boolean): Promise<Delivery> {
  await until(what, async () => (await deliveries()).some(is));
  // Read once more: a delivery and its attempts are read one after the other.
  const [found, ...rest] = await deliveries();
  expect(rest).toEqual([]);
  return found as Delivery;
}

const attempted = (count: number) => (delivery: Delivery) => delivery.attempts.length >= count;

/** Makes the next attempt due now and wakes its endpoint's worker, as its own job would later. */
async function makeDue(id: string): Promise<void> {
  await service.ctx
    .db('webhook_deliveries')
    .where({ id, status: 'pending' })
    .update({ next_attempt_at: new Date() });
  const { endpoint_id } = await service.ctx.db('webhook_deliveries').where({ id }).first('endpoint_id');
  await service.ctx.jobs.enqueue('deliver-webhooks', { endpoint_id });
}

function verify(secret: string, { headers, body }: Received): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}

function only(received: Received[]): Received {
  expect(received).toHaveLength(1);
  return received[0] as Received;
}

describe('endpoints', () => {
  beforeAll(freshProject);

  test('show their secret at creation alone', async () => {
    const url = 'https://merchant.example/hooks?shop=7';
    const reply = await key.post(ENDPOINTS, { url, events: ['payment.completed', 'refund.failed'] });
    expect(reply.status).toBe(201);
    const { secret, ...shown } = reply.body;
    expect(shown).toEqual({
      id: expect.stringMatching(/^whe_[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
      mode: 'push',
      url,
      events: ['payment.completed', 'refund.failed'],
      status: 'enabled',
      created_at: expect.stringMatching(/Z$/),
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]+=*$/);
    const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64').length;
    expect(bytes).toBeGreaterThanOrEqual(24);
    expect(bytes).toBeLessThanOrEqual(64);
    const list = must(await key.get(ENDPOINTS));
    expect(list.body).toEqual({ webhook_endpoints: [shown], next_after: null });

    const { rows } = await service.ctx.db.raw('select json_agg(e)::text as stored from webhook_endpoints e');
    expect(rows[0].stored).not.toContain(secret.slice('whsec_'.length));
  });

  test('take every event unless told otherwise', async () => {
    expect(must(await key.post(ENDPOINTS, { url: 'http://127.0.0.1:9/' })).body.events).toEqual(['*']);
    const events = [...EVENT_TYPES];
    expect(must(await key.post(ENDPOINTS, { url: 'http://127.0.0.1:9/', events })).body.events).toEqual(
      events,
    );
  });

  test('are walked in pages, newest first', async () => {
    const { body: all } = must(await key.get(ENDPOINTS));
    const whole: string[] = all.webhook_endpoints.map(({ id }: Endpoint) => id);
    expect(whole).toEqual(whole.toSorted().toReversed());
    const walked: string[] = [];
    for (let after: string | null = ''; after !== null;) {
      const { body } = must(await key.get(`${ENDPOINTS}?limit=1${after && `&after=${after}`}`));
      walked.push(...body.webhook_endpoints.map(({ id }: Endpoint) => id));
      after = body.next_after;
    }
    expect(walked).toEqual(whole);
  });

  test('are in the audit log: who registered and deleted them, and who rotated their secrets', async () => {
    await freshProject();
    const { id } = await subscribe('http://127.0.0.1:9/');
    must(await project.session.post(`${ENDPOINTS}/${id}/rotate-secret`));
    must(await project.session.delete(`${ENDPOINTS}/${id}`));
    const log = must(await owner.client.get(`/api/projects/${project.id}/audit-log?environment=test`));
    const found = log.body.audit_log.filter(({ subject }: { subject: string }) => subject === id);
    expect(
      found
        .map(({ action, actor }: { action: string; actor: { type: string } }) => [action, actor.type])
        .toReversed(),
    ).toEqual([
      ['webhook.endpoint_created', 'api_key'],
      ['webhook.endpoint_secret_rotated', 'user'],
      ['webhook.endpoint_deleted', 'user'],
    ]);
    expect(log.text).not.toContain('whsec_');
  });

  test('are deleted for good', async () => {
    const { id } = await subscribe('http://127.0.0.1:9/');
    expect((await key.delete(`${ENDPOINTS}/${id}`)).status).toBe(204);
    expectError(await key.delete(`${ENDPOINTS}/${id}`), 404, 'NOT_FOUND');
    expectError(await key.post(`${ENDPOINTS}/${id}/rotate-secret`), 404, 'NOT_FOUND');
    const { body } = must(await key.get(ENDPOINTS));
    expect(body.webhook_endpoints.map((each: Endpoint) => each.id)).not.toContain(id);
  });

  test.each([
    'merchant.example/hooks',
    'ftp://merchant.example/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://',
    'https:///hooks',
    'http:hooks',
    'https://999.999.999.999/',
    'https://1.2.3.4.5/',
    'https://[::1/',
    'https://[::g]/',
    'https://merchant.example:99999/',
    'https://merchant%00.example/',
    'https://merchant%2f.example/',
    'https://xn--/',
    'https://user:secret@merchant.example/',
    'https://user@merchant.example/',
    `https://merchant.example/${'x'.repeat(2_000)}`,
    '',
    ' https://merchant.example/',
    null,
    7,
    ['https://merchant.example/'],
  ])('refuse the URL %j', async (url) => {
    expectInvalid(await key.post(ENDPOINTS, { url }), 'url');
  });

  test.each([
    ['none', []],
    ['an unknown one', ['payment.exploded']],
    ['one twice', ['payment.completed', 'payment.completed']],
    ['text', 'payment.completed'],
    ['null', null],
  ])('refuse as events %s', async (_what, events) => {
    const reply = await key.post(ENDPOINTS, { url: 'https://merchant.example/', events });
    expectError(reply, 400, 'VALIDATION_ERROR');
    expect(reply.body.error.details[0].path).toMatch(/^events/);
  });

  test('at most 50 of one environment', async () => {
    const full = await projectOf(owner, service.anyone);
    const create = (client = full.key) => client.post(ENDPOINTS, { url: 'http://127.0.0.1:9/' });
    const made = await Promise.all(Array.from({ length: 50 }, () => create()));
    for (const reply of made) expect(reply.status).toBe(201);
    expectError(await create(), 409, 'CONFLICT', 'too_many_endpoints');
    must(await create(full.live_key));
    must(await full.key.delete(`${ENDPOINTS}/${made[0]?.body.id}`));
    must(await create());
  });
});

describe('a delivery', () => {
  beforeAll(freshProject);

  test('carries the payment as GET answers it, signed, though the ledger stands still', async () => {
    const receiver = await startReceiver();
    const { secret, id } = await subscribe(receiver.url);
    const began = Date.now();
    const { replayed: _, ...payment } = await pay({
      amount: 90_071_992_547_409.9,
      metadata: { note: 'chai \u{1F375}' },
    });
    const delivered = await deliveryThat('it is delivered', ({ status }) => status === 'delivered');

    const { method, headers, body } = only(receiver.received);
    expect(method).toBe('POST');
    expect(headers['content-type']).toBe('application/json');
    expect(headers['webhook-id']).toBe(delivered.webhook_id);
    expect(headers['webhook-id']).toMatch(/^evt_/);
    // Whole seconds.
    expectBetween(began - 1_000, Number(headers['webhook-timestamp']) * 1_000, Date.now());
    expect(headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]+=*$/);
    const event = { type: 'payment.completed', timestamp: expect.stringMatching(/Z$/), data: payment };
    expect(JSON.parse(body)).toEqual(event);
    expect(body).toContain('"amount":90071992547409.9,');
    expect(verify(secret, only(receiver.received))).toEqual(event);
    expect(must(await key.get(`/api/v1/payments/${payment.id}`)).body).toEqual(payment);
    expect(() => verify(secret, { method, headers, body: body.replace('completed', 'failed') })).toThrow(
      'No matching signature found',
    );

    expect(delivered).toEqual({
      id: expect.stringMatching(/^whd_/),
      webhook_id: expect.any(String),
      endpoint_id: id,
      type: 'payment.completed',
      status: 'delivered',
      attempts: [{ at: expect.stringMatching(/Z$/), status_code: 200, error: null }],
      next_attempt_at: null,
      created_at: expect.stringMatching(/Z$/),
    });
    const { body: postings } = must(await key.get('/api/v1/ledger/postings'));
    expect(postings.postings).toMatchObject([{ payment_id: payment.id, status: 'pending' }]);
  });

  test('goes to each endpoint that wants the event, and to no other', async () => {
    await freshProject();
    const receivers = await Promise.all(Array.from({ length: 4 }, () => startReceiver()));
    const [all, completed, failed, live] = receivers as [Receiver, Receiver, Receiver, Receiver];
    await subscribe(all.url, ['*']);
    await subscribe(completed.url, ['payment.completed']);
    await subscribe(failed.url, ['payment.failed', 'payment.cancelled']);
    must(await project.live_key.post(ENDPOINTS, { url: live.url }));
    await pay();
    await pay({ customer_phone: '+254712345039' });
    const { id } = await pay({ customer_phone: '+254712345129' });
    must(await key.post(`/api/v1/payments/${id}/cancel`));
    await until('all are delivered', async () => {
      const list = await deliveries();
      return list.length === 6 && list.every(({ status }) => status === 'delivered');
    });
    const types = ({ received }: Receiver): string[] =>
      received.map(({ body }): string => JSON.parse(body).type).toSorted();
    expect(types(all)).toEqual(['payment.cancelled', 'payment.completed', 'payment.failed']);
    expect(types(completed)).toEqual(['payment.completed']);
    expect(types(failed)).toEqual(['payment.cancelled', 'payment.failed']);
    expect(types(live)).toEqual([]);
    // One event, one id, wherever it goes.
    const idIn = ({ received }: Receiver, type: string) =>
      received.find(({ body }) => JSON.parse(body).type === type)?.headers['webhook-id'];
    expect(idIn(all, 'payment.completed')).toBe(idIn(completed, 'payment.completed'));
    expect(await deliveries('?status=delivered&limit=1000')).toHaveLength(6);
    expect(await deliveries('?status=failed')).toEqual([]);
  });

  test('that fails is tried again under the same id, with a signature of its own time', async () => {
    await freshProject();
    const receiver = await startReceiver(failing(500));
    const { secret } = await subscribe(receiver.url);
    await pay();
    const failed = await deliveryThat('the first attempt is recorded', attempted(1));
    expect(failed).toMatchObject({
      status: 'pending',
      attempts: [{ status_code: 500, error: 'answered 500' }],
    });
    receiver.answer = 204;
    await makeDue(failed.id);
    const delivered = await deliveryThat('it is delivered', ({ status }) => status === 'delivered');
    expect(delivered.attempts.map(({ status_code }) => status_code)).toEqual([500, 204]);
    expect(receiver.received).toHaveLength(2);
    for (const request of receiver.received) {
      expect(request.headers['webhook-id']).toBe(failed.webhook_id);
      verify(secret, request);
    }
    expect(receiver.received[0]?.body).toBe(receiver.received[1]?.body);
    // A job that comes late finds nothing to do.
    await makeDue(failed.id);
    expect((await deliveryThat('nothing more was tried', () => true)).attempts).toHaveLength(2);
  });

  test('is given up after ten attempts', async () => {
    await freshProject();
    const receiver = await startReceiver(failing(503));
    await subscribe(receiver.url);
    await pay();
    const { id } = await deliveryThat('the first attempt is recorded', attempted(1));
    await service.ctx.db('webhook_deliveries').where({ id }).update({ attempts: 9 });
    await makeDue(id);
    const given_up = await deliveryThat('it has failed', ({ status }) => status === 'failed');
    expect(given_up).toMatchObject({ next_attempt_at: null });
    expect(receiver.received).toHaveLength(2);
    expect(await deliveries('?status=failed')).toHaveLength(1);
    expect(must(await key.get(ENDPOINTS)).body.webhook_endpoints[0].status).toBe('enabled');
  });

  test('waits as long as Retry-After says, when that is longer, and at most a day', async () => {
    for (const [retry_after, seconds] of [
      [() => undefined, 5],
      [() => '600', 600],
      [() => '1', 5],
      // Dated when it is answered; a header's date has whole seconds.
      [() => new Date(Date.now() + 1_200_000).toUTCString(), 1_200],
      [() => '999999999', 86_400],
      [() => 'soon', 5],
      [() => '-5', 5],
    ] as const) {
      await freshProject();
      const receiver = await startReceiver((_request, response) => {
        // A second attempt gets no answer, and so leaves the first one's wait as it is.
        if (receiver.received.length > 1) return;
        const wait = retry_after();
        response.writeHead(429, wait === undefined ? {} : { 'retry-after': wait }).end();
      });
      await subscribe(receiver.url);
      const began = Date.now();
      await pay();
      const { attempts, next_attempt_at } = await deliveryThat('the attempt is recorded', attempted(1));
      const wait_ms = Date.parse(next_attempt_at ?? '') - Date.parse(attempts[0]?.at ?? '');
      // From the attempt's beginning; the wait begins at its end.
      expectBetween(seconds * 900, wait_ms, seconds * 1_100 + (Date.now() - began));
    }
  });

  test('answered with 410 disables the endpoint, and nothing more goes there', async () => {
    await freshProject();
    const receiver = await startReceiver(failing(500));
    const { id } = await subscribe(receiver.url);
    await pay();
    await pay();
    await until('both were tried', async () => (await deliveries()).every(attempted(1)));
    const [waiting, gone] = (await deliveries()) as [Delivery, Delivery];
    receiver.answer = 410;
    await makeDue(gone.id);
    await until('it is disabled', async () => {
      const { body } = await key.get(ENDPOINTS);
      return body.webhook_endpoints[0].status === 'disabled';
    });
    receiver.answer = 200;
    await makeDue(waiting.id);
    await pay();
    const settled = await until('nothing is pending', async () => {
      const list = await deliveries();
      return list.every(({ status }) => status !== 'pending') && list;
    });
    expect(settled.map(({ status }) => status)).toEqual(['failed', 'failed']);
    expect(receiver.received).toHaveLength(3);
    expectError(await key.post(`${DELIVERIES}/${gone.id}/redeliver`), 409, 'CONFLICT', 'endpoint_disabled');
    must(await key.delete(`${ENDPOINTS}/${id}`));
  });

  test('stops when its endpoint is deleted', async () => {
    await freshProject();
    const receiver = await startReceiver(failing(500));
    const { id } = await subscribe(receiver.url);
    await pay();
    const delivery = await deliveryThat('it was tried', attempted(1));
    must(await key.delete(`${ENDPOINTS}/${id}`));
    await makeDue(delivery.id);
    await pay();
    expect(await deliveries()).toMatchObject([{ status: 'failed', next_attempt_at: null }]);
    expect(receiver.received).toHaveLength(1);
  });

  test('does not start again when its endpoint is deleted in the middle of an attempt', async () => {
    await freshProject();
    let release: () => void = () => undefined;
    const receiver = await startReceiver((_request, response) => {
      release = () => response.writeHead(500).end();
    });
    const { id } = await subscribe(receiver.url);
    await pay();
    await until('the attempt is under way', () => receiver.received.length === 1);
    must(await key.delete(`${ENDPOINTS}/${id}`));
    release();
    const settled = await deliveryThat('the attempt is recorded', attempted(1));
    expect(settled).toMatchObject({ status: 'failed', next_attempt_at: null });
  });

  test.each([301, 302, 303, 307, 308])('redirected with %i has failed; nobody follows', async (status) => {
    await freshProject();
    const elsewhere = await startReceiver();
    const receiver = await startReceiver((_request, response) =>
      response.writeHead(status, { location: elsewhere.url, 'retry-after': '600' }).end(),
    );
    await subscribe(receiver.url);
    await pay();
    const delivery = await deliveryThat('the attempt is recorded', attempted(1));
    expect(delivery).toMatchObject({ status: 'pending', attempts: [{ status_code: status }] });
    expect(elsewhere.received).toEqual([]);
  });

  test('to nobody, or cut off, has failed and says why', async () => {
    for (const url of [
      'http://127.0.0.1:9/',
      (await startReceiver((request) => request.socket.destroy())).url,
    ]) {
      await freshProject();
      await subscribe(url);
      await pay();
      const { attempts, status } = await deliveryThat('the attempt is recorded', attempted(1));
      expect(status).toBe('pending');
      expect(attempts[0]).toEqual({
        at: expect.any(String),
        status_code: null,
        error: expect.stringMatching(/\S/),
      });
    }
  });

  test('whose secret cannot be opened has failed and is tried again', async () => {
    await freshProject();
    const receiver = await startReceiver();
    const { id } = await subscribe(receiver.url);
    await service.ctx.db('webhook_endpoints').where({ id }).update({ secret_sealed: 'v1.x.y.z' });
    await pay();
    const delivery = await deliveryThat('the attempt is recorded', attempted(1));
    expect(delivery.status).toBe('pending');
    expect(delivery.attempts[0]).toMatchObject({
      status_code: null,
      error: 'the signing secret cannot be opened on this server; rotate it',
    });
    expect(receiver.received).toEqual([]);
    // Doing so helps: what cannot be opened does not sign along.
    must(await project.key.post(`/api/v1/webhook-endpoints/${id}/rotate-secret`));
    must(await project.key.post(`/api/v1/webhook-deliveries/${delivery.id}/redeliver`));
    await deliveryThat('it is delivered', ({ status }) => status === 'delivered');
    expect(receiver.received).not.toEqual([]);
  });

  test('answered at endless length is not read to its end', async () => {
    await freshProject();
    let sent = 0;
    let cut = false;
    const receiver = await startReceiver((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const chunk = Buffer.alloc(64 * 1024, 120);
      const pour = (): void => {
        while (!response.destroyed && sent < 500 * 1024 * 1024) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', pour);
        }
        response.end();
      };
      response.once('close', () => (cut = !response.writableFinished));
      pour();
    });
    await subscribe(receiver.url);
    await pay();
    const { attempts } = await deliveryThat('it is delivered', ({ status }) => status === 'delivered');
    expect(attempts).toMatchObject([{ status_code: 200, error: null }]);
    await until('the connection is cut', () => cut);
    expect(sent).toBeLessThan(50 * 1024 * 1024);
  });

  test('answered with 200 and a body that never ends has been taken', async () => {
    // With the deadlines of earnest: what came until then is taken.
    const impatient = await startService({ workers: ['webhook-deliveries'] });
    onTestFinished(() => impatient.stop());
    ({ key } = await projectOf(await quickPerson(impatient), impatient.anyone));
    const receiver = await startReceiver((_request, response) => void response.writeHead(200).write('.'));
    await subscribe(receiver.url);
    await pay();
    const { attempts } = await deliveryThat('it is delivered', ({ status }) => status === 'delivered');
    expect(attempts).toMatchObject([{ status_code: 200, error: null }]);
    expect(receiver.received).toHaveLength(1);
  });

  test('to a receiver that hangs holds up no other', async () => {
    await freshProject();
    const hanging = await startReceiver(() => undefined);
    const trickling = await startReceiver((_request, response) => {
      response.writeHead(200);
      response.write('.');
    });
    await subscribe(hanging.url);
    await subscribe(trickling.url);
    const good = await startReceiver();
    await subscribe(good.url);
    for (let i = 0; i < 10; i++) await pay();
    await until('the good one has all', () => good.received.length === 10);
    await until('the one that hangs was tried', () => hanging.received.length > 0);
    expect(good.received).toHaveLength(10);
  });
});

describe('many deliveries to a receiver that hangs', () => {
  /** Makes payments. Their first event is held back until all others are due: only what is found together is sent together. */
  async function payMany(receiver: Receiver, count: number, answer: RequestListener): Promise<void> {
    let release: () => void = () => undefined;
    receiver.answer = (_request, response) => {
      release = () => response.writeHead(204).end();
    };
    await pay();
    await until('the first attempt is under way', () => receiver.received.length === 1);
    await Promise.all(Array.from({ length: count - 1 }, () => pay()));
    receiver.answer = answer;
    release();
  }

  test("hold up no other project's", async () => {
    await freshProject();
    const hanging = await startReceiver();
    await subscribe(hanging.url);
    await payMany(hanging, 60, () => undefined);
    await until('as many as may are under way', () => hanging.received.length >= 1 + 5);
    await freshProject();
    const good = await startReceiver();
    await subscribe(good.url);
    await pay();
    await until('the other project has its event', () => good.received.length === 1);
    // None of the five has come to its end meanwhile.
    expect(hanging.received).toHaveLength(1 + 5);
  });

  test('all arrive once it answers', async () => {
    await freshProject();
    const held: (() => void)[] = [];
    const receiver = await startReceiver();
    await subscribe(receiver.url);
    await payMany(receiver, 30, (_request, response) => held.push(() => response.writeHead(204).end()));
    await until('as many as may are under way', () => held.length >= 5);
    receiver.answer = 204;
    for (const release of held) release();
    await until('all are delivered', async () =>
      (await deliveries('?limit=100')).every(({ status }) => status === 'delivered'),
    );
    expect(receiver.received).toHaveLength(30);
  });
});

describe('redelivery', () => {
  beforeAll(freshProject);

  test('sends the same event under the same id once more', async () => {
    const receiver = await startReceiver();
    const { secret } = await subscribe(receiver.url);
    await pay();
    const delivered = await deliveryThat('it is delivered', ({ status }) => status === 'delivered');
    const reply = await key.post(`${DELIVERIES}/${delivered.id}/redeliver`);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      id: delivered.id,
      webhook_id: delivered.webhook_id,
      status: 'pending',
    });
    const again = await deliveryThat('it is delivered again', attempted(2));
    expect(again.status).toBe('delivered');
    const [first, second] = receiver.received as [Received, Received];
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(second.body).toBe(first.body);
    verify(secret, second);
  });

  test('also of one that was given up', async () => {
    await freshProject();
    const receiver = await startReceiver(failing(500));
    await subscribe(receiver.url);
    await pay();
    const { id } = await deliveryThat('it was tried', attempted(1));
    await service.ctx
      .db('webhook_deliveries')
      .where({ id })
      .update({ status: 'failed', attempts: 10, next_attempt_at: null });
    receiver.answer = 200;
    must(await key.post(`${DELIVERIES}/${id}/redeliver`));
    const delivered = await deliveryThat('it is delivered', ({ status }) => status === 'delivered');
    expect(delivered.attempts.map(({ status_code }) => status_code)).toEqual([500, 200]);
  });

  test('of what is not there: 404', async () => {
    expectError(await key.post(`${DELIVERIES}/whd_00000000000000000000000000/redeliver`), 404, 'NOT_FOUND');
  });
});

describe('rotation', () => {
  test('signs with both secrets, for 24 hours', async () => {
    await freshProject();
    const receiver = await startReceiver();
    const endpoint = await subscribe(receiver.url);
    const reply = await key.post(`${ENDPOINTS}/${endpoint.id}/rotate-secret`);
    expect(reply.status).toBe(200);
    const { secret: newer, ...shown } = reply.body;
    const { secret: older, ...before } = endpoint;
    expect(shown).toEqual(before);
    expect(newer).toMatch(/^whsec_/);
    expect(newer).not.toBe(older);

    await pay();
    await until('it is delivered', () => receiver.received.length === 1);
    const request = only(receiver.received);
    expect(String(request.headers['webhook-signature']).split(' ')).toHaveLength(2);
    verify(newer, request);
    verify(older, request);

    // A day later.
    await service.ctx.db.raw(
      `update webhook_endpoints set previous_secrets = jsonb_set(previous_secrets, '{0,until}', '"2026-01-01T00:00:00.000Z"')
       where id = ?`,
      [endpoint.id],
    );
    await pay();
    await until('it is delivered', () => receiver.received.length === 2);
    const later = receiver.received[1] as Received;
    verify(newer, later);
    expect(() => verify(older, later)).toThrow('No matching signature found');
    expect(String(later.headers['webhook-signature'])).not.toContain(' ');
  });

  test('again and again: every secret signs for its own 24 hours, up to five of them', async () => {
    await freshProject();
    const receiver = await startReceiver();
    const endpoint = await subscribe(receiver.url);
    const rotate = async () => must(await key.post(`${ENDPOINTS}/${endpoint.id}/rotate-secret`)).body.secret;
    const [second, third] = [await rotate(), await rotate()];
    await pay();
    await until('it is delivered', () => receiver.received.length === 1);
    const request = only(receiver.received);
    verify(third, request);
    verify(second, request);
    verify(endpoint.secret, request);
    for (let n = 3; n <= 5; n++) await rotate();
    const refused = await key.post(`${ENDPOINTS}/${endpoint.id}/rotate-secret`);
    expectError(refused, 409, 'CONFLICT', 'too_many_secrets');
  });
});

describe('without ALLOW_PRIVATE_WEBHOOKS', () => {
  let strict: TestService;
  let merchants: Person;
  let merchant: Client;

  beforeAll(async () => {
    strict = await startService({
      env: { ALLOW_PRIVATE_WEBHOOKS: 'false' },
      workers: ['webhook-deliveries'],
    });
    merchants = await quickPerson(strict);
    merchant = (await projectOf(merchants, strict.anyone)).key;
  });
  afterAll(() => strict.stop());

  test.each([
    'http://merchant.example/',
    'https://localhost/',
    'https://LOCALHOST/',
    'https://api.localhost/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://127.0.0.1./',
    'https://0.0.0.0/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[4000::1]/',
  ])('%s is refused at creation', async (url) => {
    expectInvalid(await merchant.post(ENDPOINTS, { url }), 'url');
  });

  test.each([
    'https://merchant.example/',
    'https://93.184.215.14/hook',
    'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/',
  ])('%s is taken', async (url) => {
    expect((await merchant.post(ENDPOINTS, { url })).body).toMatchObject({ url, status: 'enabled' });
  });

  test('a name that is not seen through at creation leads nowhere', async () => {
    const receiver = await startReceiver();
    const { key: inside } = await projectOf(merchants, strict.anyone);
    const { body } = must(await inside.post(ENDPOINTS, { url: 'https://localhost./' }));
    const url = `http://localhost.:${new URL(receiver.url).port}/`;
    await strict.ctx.db('webhook_endpoints').where({ id: body.id }).update({ url });
    must(await inside.post('/api/v1/payments', paymentBody()));
    await until('the attempt is recorded', async () => {
      const { body: list } = must(await inside.get(DELIVERIES));
      return list.webhook_deliveries[0].attempts.length > 0;
    });
    expect(receiver.received).toEqual([]);
  });

  test('a name that nobody knows gets the answer of a refused address', async () => {
    const told = async (url: string): Promise<string> => {
      const { key: inside } = await projectOf(merchants, strict.anyone);
      const { body } = must(await inside.post(ENDPOINTS, { url: 'https://localhost./' }));
      await strict.ctx.db('webhook_endpoints').where({ id: body.id }).update({ url });
      must(await inside.post('/api/v1/payments', paymentBody()));
      return until(`the attempt to reach ${url} is recorded`, async () => {
        const { body: list } = must(await inside.get(DELIVERIES));
        return list.webhook_deliveries[0].attempts[0]?.error;
      });
    };
    const unknown = await told('https://no-such-name.invalid/');
    expect(unknown).toBe('the name is unknown, or its address is not public');
    for (const url of ['https://localhost./', 'https://127.0.0.1/', 'https://[4000::1]/'])
      expect(await told(url)).toBe(unknown);
  });

  test('a name, or a stored address, that leads inside is refused at delivery', async () => {
    const receiver = await startReceiver();
    const { port } = new URL(receiver.url);
    for (const url of [
      `http://localhost:${port}/`,
      `http://127.0.0.1:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      `http://2130706433:${port}/`,
    ]) {
      const { key: inside } = await projectOf(merchants, strict.anyone);
      const { body } = must(await inside.post(ENDPOINTS, { url: 'https://localhost./' }));
      await strict.ctx.db('webhook_endpoints').where({ id: body.id }).update({ url });
      must(await inside.post('/api/v1/payments', paymentBody()));
      const [attempt] = await until(`the attempt to reach ${url} is recorded`, async () => {
        const { body: list } = must(await inside.get(DELIVERIES));
        const { attempts } = list.webhook_deliveries[0];
        return attempts.length > 0 && attempts;
      });
      expect(attempt, url).toMatchObject({ status_code: null, error: expect.stringContaining('not public') });
    }
    expect(receiver.received).toEqual([]);
  });
});

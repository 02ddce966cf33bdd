/** All requests that hash a password share one queue, and nothing else waits for it. */
import { createHook } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { RECOMMENDED_PASSWORD_COST, setPasswordCost } from '../../core/crypto.ts';
import { passwords } from '../../domain/staff/index.ts';
import { hashInTurn } from '../../domain/staff/passwords/hash-in-turn.ts';
import {
  enrol,
  must,
  paymentBody,
  projectOf,
  quickPerson,
  startService,
  totpCode,
  until,
  type Client,
  type Reply,
  type TestService,
} from '../harness/index.ts';
import { expectError } from './samples.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService({ workers: ['webhook-deliveries'] });
});
afterAll(() => service.stop());

/** Hashes of this process: those under way, the most at once, and those that have ended. */
const hashes = { running: new Set<number>(), most: 0, ended: 0 };
const hook = createHook({
  init(id, type) {
    if (type === 'SCRYPTREQUEST') hashes.most = Math.max(hashes.most, hashes.running.add(id).size);
  },
  after(id) {
    if (hashes.running.delete(id)) hashes.ended++;
  },
});
beforeEach(() => {
  Object.assign(hashes, { running: new Set(), most: 0, ended: 0 });
  hook.enable();
});
afterEach(() => void hook.disable());

/** Slow enough that requests overlap, and that all are hashed before anybody has waited for too long. */
const NOTICEABLE_COST = { N: 2 ** 14, r: 8, p: 1 };
const ATTACK = 24;

function from(address: string): Client {
  return service.anyone.with({ 'x-forwarded-for': address });
}

const newEmail = () => `${crypto.randomUUID()}@example.org`;
const PASSWORD = 'correct horse battery';

/** For an unknown email, which costs as much as a wrong password. */
function guess(address: string): Promise<Reply> {
  return from(address).post('/api/auth/login', { email: newEmail(), password: 'not this one' });
}

/** Takes both turns. @returns gives them back */
function occupyQueue(): () => Promise<unknown> {
  let end = (): void => undefined;
  const gate = new Promise<void>((resolve) => (end = resolve));
  const occupied = [1, 2].map(() => hashInTurn('192.0.2.1', () => gate));
  return () => {
    end();
    return Promise.all(occupied);
  };
}

function expectTurnedAway(reply: Reply): void {
  expectError(reply, 429, 'RATE_LIMITED');
  expect(reply.headers.get('retry-after')).toBe('2');
}

test('while addresses sign in 24 times at once, files, readiness and jobs do not wait', async () => {
  let delivered = (): void => undefined;
  const delivery = new Promise<void>((resolve) => (delivered = resolve));
  const receiver = createServer((_request, response) => {
    response.writeHead(204).end();
    delivered();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { key } = await projectOf(await quickPerson(service), service.anyone);
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  must(await key.post('/api/v1/webhook-endpoints', { url, events: ['payment.cancelled'] }));
  const payment = must(await key.post('/api/v1/payments', paymentBody({ provider: 'manual' }))).body;

  setPasswordCost(RECOMMENDED_PASSWORD_COST);
  const replies: Reply[] = [];
  let over = false;
  /** The attack lasts until all else is there: who waited for its end would wait for ever. An address has few failures. */
  const keepGuessing = async (): Promise<void> => {
    for (let n = 1; !over; n++) replies.push(await guess(`203.0.113.${n}`));
  };
  const attack = Promise.all(Array.from({ length: ATTACK }, keepGuessing));
  await until('passwords are hashed', () => hashes.most >= 2);
  await Promise.all([
    service.anyone.get('/docs/assets/swagger-ui.css').then(must),
    // On a busy machine a check of its own may come too late once.
    until('it is ready', async () => (await service.anyone.get('/ready')).status === 200),
    key.post(`/api/v1/payments/${payment.id}/cancel`).then(must),
    delivery,
  ]).finally(() => (over = true));
  await attack;
  for (const reply of replies)
    if (reply.status === 429) expectTurnedAway(reply);
    else expectError(reply, 401, 'UNAUTHORIZED');
  expect(hashes.most).toBe(2);
  receiver.close();
});

test('registration, sign-in, change, reset and second factor hash in the queue alone', async () => {
  const [changing, resetting, signing, disabling] = await Promise.all(
    [1, 2, 3, 4].map(() => quickPerson(service)),
  );
  const { secret } = await enrol(disabling!.client);
  const token = await passwords.issueResetToken(service.ctx.db, resetting!.email);
  const ask = () =>
    Promise.all([
      changing!.client.post('/api/auth/password', {
        current_password: PASSWORD,
        new_password: 'a better one',
      }),
      service.anyone.post('/api/auth/password/reset', { token, new_password: 'a better one' }),
      service.anyone.post('/api/auth/login', { email: signing!.email, password: PASSWORD }),
      disabling!.client.post('/api/auth/totp/disable', { password: PASSWORD, code: totpCode(secret) }),
      service.anyone.post('/api/auth/register', { email: newEmail(), password: PASSWORD, name: 'A' }),
    ]);
  const free = occupyQueue();
  hashes.ended = 0;
  (await ask()).forEach(expectTurnedAway);
  expect(hashes.ended).toBe(0);
  await free();
  // Nothing was used up: neither the token nor an attempt.
  (await ask()).forEach(must);
});

test('somebody at another address comes before those that wait at the first', async () => {
  const person = await quickPerson(service);
  setPasswordCost(NOTICEABLE_COST);
  const guesses = Array.from({ length: ATTACK }, () => guess('203.0.113.2'));
  await until('passwords are hashed', () => hashes.most >= 2);
  const { email, password } = person;
  must(await from('198.51.100.2').post('/api/auth/login', { email, password }));
  expect(hashes.ended).toBeLessThan(ATTACK / 2);
  await Promise.all(guesses);
});

test('who gets no turn is answered 429 without a hash, and that is no failed sign-in', async () => {
  const address = '203.0.113.3';
  const { email, password } = await quickPerson(service);
  const attempt = (text: string) => from(address).post('/api/auth/login', { email, password: text });
  const free = occupyQueue();
  hashes.ended = 0;
  // As many as wait at once, and far more than the failures that an address may have.
  const turned_away = await Promise.all([
    ...Array.from({ length: 9 }, () => attempt(password)),
    ...Array.from({ length: 120 }, () => guess(address)),
  ]);
  turned_away.forEach(expectTurnedAway);
  expect(hashes.ended).toBe(0);
  await free();
  for (let wrong = 1; wrong <= 9; wrong++) expectError(await attempt('not this one'), 401, 'UNAUTHORIZED');
  must(await attempt(password));
});

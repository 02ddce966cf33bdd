/**
 * Guessing is slowed down, and nobody can lock somebody else out by it. Addresses are named as a proxy on this machine
 * names them.
 */
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  expectBetween,
  must,
  projectOf,
  quickPerson,
  startService,
  until,
  type Client,
  type Person,
  type Reply,
  type TestService,
} from '../harness/index.ts';
import { expectError } from './samples.ts';

let service: TestService;
let anyone: Client;
let person: Person;

beforeAll(async () => {
  service = await startService();
  anyone = service.anyone;
});
afterAll(() => service.stop());

/** A client behind a proxy of this machine. */
function from(address: string): Client {
  return anyone.with({ 'x-forwarded-for': address });
}

function signIn({ email, password }: { email: string; password: string }, address: string): Promise<Reply> {
  return from(address).post('/api/auth/login', { email, password });
}

const HOME = '198.51.100.1';
/** Another one in each test: an address has failures of its own to answer for. */
let guesser: string;

beforeEach(() => {
  guesser = `203.0.113.${randomInt(1, 255)}`;
});

/** Who has signed in from home. */
async function settledPerson(): Promise<Person> {
  const settled = await quickPerson(service);
  must(await signIn(settled, HOME));
  return settled;
}

const wrong = ({ email }: { email: string }) => ({ email, password: 'not this one' });

async function failAtOnce(who: { email: string }, times: number, address = guesser): Promise<Reply[]> {
  return Promise.all(Array.from({ length: times }, () => signIn(wrong(who), address)));
}

const retryAfter = ({ headers }: Reply): number => Number(headers.get('retry-after'));

/** As if the pause were over. */
async function letPausePass(): Promise<void> {
  await service.ctx.db('sign_in_limits').update({ retry_at: new Date(Date.now() - 1) });
}

describe('guesses at a password', () => {
  test('are slowed down from everywhere but where the person has signed in before', async () => {
    person = await settledPerson();
    for (const reply of await failAtOnce(person, 10)) expectError(reply, 401, 'UNAUTHORIZED');
    for (const address of [guesser, '192.0.2.10', '2001:db8::1']) {
      // Also with the right password: else the answer would tell which one it is.
      const refused = await signIn(person, address);
      expectError(refused, 429, 'RATE_LIMITED');
      expect(retryAfter(refused)).toBeLessThanOrEqual(15);
    }
    must(await signIn(person, HOME));
    // A typing error does no harm there either.
    expectError(await signIn(wrong(person), HOME), 401, 'UNAUTHORIZED');
    must(await signIn(person, HOME));
    // Of somebody else they know nothing.
    expectError(await signIn(wrong(await quickPerson(service)), guesser), 401, 'UNAUTHORIZED');
  });

  test('wait longer and longer, at most a minute, and then are answered again', async () => {
    person = await settledPerson();
    let began = Date.now();
    await failAtOnce(person, 10);
    for (const pause_s of [15, 30, 60, 60]) {
      const refused = await signIn(wrong(person), guesser);
      expectError(refused, 429, 'RATE_LIMITED');
      // In whole seconds.
      expectBetween(pause_s - 1 - (Date.now() - began) / 1_000, retryAfter(refused), pause_s);
      await letPausePass();
      began = Date.now();
      expectError(await signIn(wrong(person), guesser), 401, 'UNAUTHORIZED');
    }
    // The person is at a new address, and has to wait once.
    const cafe = '192.0.2.77';
    expectError(await signIn(person, cafe), 429, 'RATE_LIMITED');
    await letPausePass();
    must(await signIn(person, cafe));
    // From then on it is known.
    await failAtOnce(person, 1);
    expectError(await signIn(wrong(person), '192.0.2.78'), 429, 'RATE_LIMITED');
    must(await signIn(person, cafe));
  });

  test('of which many come at once are no more than one after the other', async () => {
    person = await settledPerson();
    const statuses = (await failAtOnce(person, 40)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  });

  test('from a known address slow down that address alone', async () => {
    person = await settledPerson();
    for (const reply of await failAtOnce(person, 10, HOME)) expectError(reply, 401, 'UNAUTHORIZED');
    expectError(await signIn(person, HOME), 429, 'RATE_LIMITED');
    must(await signIn(person, '198.51.100.2'));
  });

  test('are forgotten after a quarter of an hour without any', async () => {
    person = await settledPerson();
    await failAtOnce(person, 11);
    await service.ctx.db('sign_in_limits').update({
      updated_at: new Date(Date.now() - 15 * 60_000 - 1),
      retry_at: new Date(Date.now() + 60_000),
    });
    for (const reply of await failAtOnce(person, 10)) expectError(reply, 401, 'UNAUTHORIZED');
    expectError(await signIn(person, guesser), 429, 'RATE_LIMITED');
  });

  test('at an email that nobody has are treated alike', async () => {
    const nobody = { email: `${crypto.randomUUID()}@example.org` };
    const statuses = (await failAtOnce(nobody, 12)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });

  test('one network of IPv6 is one address', async () => {
    person = await quickPerson(service);
    must(await signIn(person, '2001:db8:1:2::1'));
    await failAtOnce(person, 11);
    must(await signIn(person, '2001:db8:1:2:ffff::9'));
    expectError(await signIn(person, '2001:db8:ffff::1'), 429, 'RATE_LIMITED');
  });

  test('leave nothing readable behind', async () => {
    const { rows } = await service.ctx.db.raw(
      `select (select json_agg(l) from sign_in_limits l)::text || (select json_agg(a) from sign_in_addresses a)::text
         as everything`,
    );
    for (const text of [person.email, HOME, guesser]) expect(rows[0].everything).not.toContain(text);
  });
});

test('sign-ins, failures and pauses are in the audit logs of the projects of the person', async () => {
  const project = await projectOf(await quickPerson(service), anyone);
  const maker = await quickPerson(service);
  must(
    await project.owner.client.post(`/api/projects/${project.id}/staff`, {
      email: maker.email,
      role: 'maker',
    }),
  );
  must(await signIn(maker, HOME));
  await failAtOnce(maker, 12);
  for (const environment of ['test', 'live']) {
    const path = `/api/projects/${project.id}/audit-log?environment=${environment}&limit=1000`;
    const entries = await until('all is recorded', async () => {
      const { body } = must(await project.owner.client.get(path));
      const own = body.audit_log.filter(({ subject }: { subject: string }) => subject === maker.id);
      return own.length >= 13 && own;
    });
    const counts: Record<string, number> = {};
    for (const { action } of entries) counts[action] = (counts[action] ?? 0) + 1;
    expect(counts).toEqual({
      'staff.added': 1,
      'sign_in.succeeded': 1,
      'sign_in.failed': 10,
      'sign_in.slowed_down': 1,
    });
    const text = JSON.stringify(entries);
    for (const secret of [maker.email, HOME, guesser, 'not this one']) expect(text).not.toContain(secret);
  }
});

describe('registration', () => {
  test('is limited per address, successes too', async () => {
    const limited = await startService({
      env: { RATE_LIMIT_PER_MINUTE: '60000', OPEN_REGISTRATION: 'false' },
    });
    try {
      const register = (address: string) =>
        limited.anyone.with({ 'x-forwarded-for': address }).post('/api/auth/register', {
          email: `${crypto.randomUUID()}@example.org`,
          password: 'correct horse battery',
          name: 'A',
        });
      await Promise.all(Array.from({ length: 99 }, () => register(guesser)));
      limited.ctx.config.open_registration = true;
      expect((await register(guesser)).status).toBe(201);
      const refused = await register(guesser);
      expectError(refused, 429, 'RATE_LIMITED');
      expect(retryAfter(refused)).toBeGreaterThan(800);
      expect((await register(HOME)).status).toBe(201);
    } finally {
      await limited.stop();
    }
  });
});

describe('TRUST_PROXY', () => {
  /** Requests without a credential are counted by address: the sixth from one is refused. */
  async function statuses(trust_proxy: string, forwarded: string[]): Promise<number[]> {
    const limited = await startService({ env: { RATE_LIMIT_PER_MINUTE: '5', TRUST_PROXY: trust_proxy } });
    try {
      const seen: number[] = [];
      for (const addresses of forwarded)
        seen.push(
          (await limited.anyone.with({ 'x-forwarded-for': addresses }).get('/api/v1/payments')).status,
        );
      return seen;
    } finally {
      await limited.stop();
    }
  }

  const SIX = Array.from({ length: 6 }, (_each, n) => n);

  test.each([
    ['by default the proxy on this machine', '', '198.51.100.7', '198.51.100.8'],
    ['so many hops', '2', '198.51.100.7, 203.0.113.5', '198.51.100.8, 203.0.113.5'],
    ['listed ones', 'loopback, 203.0.113.0/24', '198.51.100.7, 203.0.113.5', '198.51.100.8, 203.0.113.6'],
  ])('takes the address from %s', async (_whose, trust_proxy, one, other) => {
    const seen = await statuses(trust_proxy, [...SIX.map(() => one), other]);
    expect(seen).toEqual([401, 401, 401, 401, 401, 429, 401]);
  });

  test.each(['0', '192.0.2.1'])('%s takes it from nobody here', async (trust_proxy) => {
    const seen = await statuses(
      trust_proxy,
      SIX.map((n) => `198.51.100.${n}`),
    );
    expect(seen).toEqual([401, 401, 401, 401, 401, 429]);
  });
});

test('an empty X-API-Key is no credential, and counts for nobody', async () => {
  const limited = await startService({ env: { RATE_LIMIT_PER_MINUTE: '5' } });
  try {
    const [one, other] = [await quickPerson(limited), await quickPerson(limited)];
    const me = ({ client }: Person) => client.with({ 'x-api-key': '' }).get('/api/auth/me');
    for (let n = 0; n < 5; n++) must(await me(one));
    expectError(await me(one), 429, 'RATE_LIMITED');
    expect(must(await me(other)).body.user.id).toBe(other.id);
  } finally {
    await limited.stop();
  }
});

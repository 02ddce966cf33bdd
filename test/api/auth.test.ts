/** Registration, sign-in, sessions, and who a credential lets in where. */
import { createHook } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashToken } from '../../core/crypto.ts';
import {
  createProject,
  expectBetween,
  inProject,
  must,
  openSession,
  paymentBody,
  projectOf,
  quickPerson,
  startService,
  type Client,
  type Person,
  type Project,
  type TestService,
} from '../harness/index.ts';
import { expectError, expectInvalid } from './samples.ts';

const HOUR_MS = 3_600_000;

let service: TestService;
let anyone: Client;
let project: Project;
let foreign: Project;

beforeAll(async () => {
  service = await startService();
  anyone = service.anyone;
  project = await createProject(anyone);
  foreign = await projectOf(await quickPerson(service), anyone);
});
afterAll(() => service.stop());

const PASSWORD = 'correct horse battery';

function newEmail(): string {
  return `${randomBytes(6).toString('hex')}@example.org`;
}

function tokenOf(person: Person | Client): string {
  const { headers } = 'client' in person ? person.client : person;
  return headers['authorization']?.replace('Bearer ', '') ?? '';
}

async function quickStaff(role: string): Promise<Person> {
  const person = await quickPerson(service);
  must(await giveRole(person, role));
  return person;
}

function giveRole({ email }: Person, role: string) {
  return project.owner.client.post(`/api/projects/${project.id}/staff`, { email, role });
}

describe('registration', () => {
  test('answers the user and a session that works', async () => {
    const email = newEmail();
    const reply = await anyone.post('/api/auth/register', { email, password: PASSWORD, name: 'Almaz' });
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      user: {
        id: expect.stringMatching(/^usr_[0-9A-HJKMNP-TV-Z]{26}$/),
        email,
        name: 'Almaz',
        operator: false,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
      token: expect.stringMatching(/^ush_sess_\S{40,}$/),
      expires_at: expect.stringMatching(/Z$/),
    });
    const me = await anyone.with({ authorization: `Bearer ${reply.body.token}` }).get('/api/auth/me');
    expect(me.status).toBe(200);
    expect(me.body).toEqual({ user: reply.body.user, projects: [] });
  });

  test('a session lasts 12 hours', async () => {
    const began = Date.now();
    const { body } = must(
      await anyone.post('/api/auth/register', { email: newEmail(), password: PASSWORD, name: 'A' }),
    );
    expectBetween(began + 12 * HOUR_MS, body.expires_at, Date.now() + 12 * HOUR_MS);
  });

  test('an email is taken once, whatever its letter case', async () => {
    const email = newEmail();
    must(await anyone.post('/api/auth/register', { email, password: PASSWORD, name: 'A' }));
    for (const again of [email, email.toUpperCase()]) {
      const reply = await anyone.post('/api/auth/register', { email: again, password: PASSWORD, name: 'B' });
      expectError(reply, 409, 'CONFLICT', 'email_taken');
    }
  });

  test('of many registrations of one email at once, one succeeds', async () => {
    const email = newEmail();
    const replies = await Promise.all(
      Array.from({ length: 3 }, () =>
        anyone.post('/api/auth/register', { email, password: PASSWORD, name: 'A' }),
      ),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  });

  test.each([
    ['a short password', { password: 'ninechars' }, 'password'],
    ['a password of five emoji, which are ten UTF-16 units', { password: '🐘🦒🦓🦏🐆' }, 'password'],
    ['an endless password', { password: 'x'.repeat(201) }, 'password'],
    ['no password', { password: undefined }, 'password'],
    ['a number as password', { password: 1234567890 }, 'password'],
    ['no email', { email: undefined }, 'email'],
    ['an email without a host', { email: 'almaz' }, 'email'],
    ['an endless email', { email: `${'a'.repeat(250)}@example.org` }, 'email'],
    ['a blank name', { name: '   ' }, 'name'],
    ['a request to be operator', { operator: true }, 'operator'],
  ])('refuses %s', async (_what, fields, path) => {
    const body = { email: newEmail(), password: PASSWORD, name: 'A', ...fields };
    expectInvalid(await anyone.post('/api/auth/register', body), path);
  });

  test('can be closed', async () => {
    const closed = await startService({ env: { OPEN_REGISTRATION: 'false' } });
    try {
      const reply = await closed.anyone.post('/api/auth/register', {
        email: newEmail(),
        password: PASSWORD,
        name: 'A',
      });
      expectError(reply, 403, 'FORBIDDEN', 'registration_closed');
      expect(await closed.ctx.db('users').first()).toBeUndefined();
    } finally {
      await closed.stop();
    }
  });
});

describe('sign-in', () => {
  test('takes the email in any letter case and answers a new session', async () => {
    const person = await quickPerson(service);
    const { status, body } = await anyone.post('/api/auth/login', {
      email: person.email.toUpperCase(),
      password: person.password,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ user: { id: person.id, email: person.email } });
    expect(body.token).not.toBe(tokenOf(person));
    expect(JSON.stringify(body)).not.toMatch(/password|scrypt/);
  });

  test('answers an unknown email as it answers a wrong password', async () => {
    const person = await quickPerson(service);
    const wrong = await anyone.post('/api/auth/login', { email: person.email, password: 'not this one' });
    const unknown = await anyone.post('/api/auth/login', { email: newEmail(), password: 'not this one' });
    expectError(wrong, 401, 'UNAUTHORIZED');
    expectError(unknown, 401, 'UNAUTHORIZED');
    const said = ({ body }: typeof wrong) => ({ ...body.error, request_id: '' });
    expect(said(unknown)).toEqual(said(wrong));
    expect([...unknown.headers.keys()]).toEqual([...wrong.headers.keys()]);
  });

  test('hashes the password for an unknown email as well as for a wrong password', async () => {
    // How long it takes is the work of hashing; test/core/crypto.test.ts compares that of both cases.
    let hashed = 0;
    const hook = createHook({
      init: (_id, type) => void (hashed += Number(type === 'SCRYPTREQUEST')),
    }).enable();
    for (const email of [project.owner.email, newEmail()]) {
      hashed = 0;
      const reply = await anyone.post('/api/auth/login', { email, password: 'not this one' });
      expectError(reply, 401, 'UNAUTHORIZED');
      expect(hashed).toBe(1);
    }
    hook.disable();
  });

  test('trying to register is throttled in the same way', async () => {
    const throttled = await startService();
    try {
      const { email } = await quickPerson(throttled);
      const again = { email, password: 'a long password', name: 'Somebody' };
      for (let i = 0; i < 10; i++)
        expectError(await throttled.anyone.post('/api/auth/register', again), 409, 'CONFLICT', 'email_taken');
      expectError(await throttled.anyone.post('/api/auth/register', again), 429, 'RATE_LIMITED');
      must(await throttled.anyone.post('/api/auth/register', { ...again, email: newEmail() }));
    } finally {
      await throttled.stop();
    }
  });

  test.each([
    ['no password', { email: 'a@example.org' }, 'password'],
    ['an empty password', { email: 'a@example.org', password: '' }, 'password'],
    ['an object as email', { email: { $ne: '' }, password: 'x' }, 'email'],
    ['a list as password', { email: 'a@example.org', password: ['x'] }, 'password'],
    ['another field', { email: 'a@example.org', password: 'x', remember: true }, 'remember'],
  ])('refuses %s', async (_what, body, path) => {
    expectInvalid(await anyone.post('/api/auth/login', body), path);
  });
});

describe('the end of sessions', () => {
  test('sign-out ends this session alone', async () => {
    const person = await quickPerson(service);
    const second = await openSession(service, person.id);
    expect((await person.client.post('/api/auth/logout')).status).toBe(204);
    expectError(await person.client.get('/api/auth/me'), 401, 'UNAUTHORIZED');
    expectError(await person.client.post('/api/auth/logout'), 401, 'UNAUTHORIZED');
    must(await second.get('/api/auth/me'));
  });

  test('a session that has expired is over', async () => {
    const person = await quickPerson(service);
    const row = service.ctx.db('sessions').where({ token_hash: hashToken(tokenOf(person)) });
    await row.clone().update({ expires_at: new Date(Date.now() + 5_000) });
    must(await person.client.get('/api/auth/me'));
    await row.clone().update({ expires_at: new Date(Date.now() - 1) });
    expectError(await person.client.get('/api/auth/me'), 401, 'UNAUTHORIZED');
  });

  test('a changed password ends every session and replaces the old password', async () => {
    const person = await quickPerson(service);
    const second = await openSession(service, person.id);
    const reply = await person.client.post('/api/auth/password', {
      current_password: person.password,
      new_password: 'another long one',
    });
    expect(reply.status).toBe(200);
    expectError(await person.client.get('/api/auth/me'), 401, 'UNAUTHORIZED');
    expectError(await second.get('/api/auth/me'), 401, 'UNAUTHORIZED');
    must(await anyone.with({ authorization: `Bearer ${reply.body.token}` }).get('/api/auth/me'));
    const login = (password: string) => anyone.post('/api/auth/login', { email: person.email, password });
    expectError(await login(person.password), 401, 'UNAUTHORIZED');
    must(await login('another long one'));
  });

  test('changing the password needs the present one and a good new one', async () => {
    const person = await quickPerson(service);
    const change = (current_password: string, new_password: string) =>
      person.client.post('/api/auth/password', { current_password, new_password });
    expectInvalid(await change('not this one', 'another long one'), 'current_password');
    expectInvalid(await change(person.password, 'short'), 'new_password');
    must(await person.client.get('/api/auth/me'));
  });

  test("one person's wrong guesses at a present password throttle nobody else", async () => {
    const [guesser, bystander] = [await quickPerson(service), await quickPerson(service)];
    const change = ({ client }: Person, current_password: string) =>
      client.post('/api/auth/password', { current_password, new_password: 'another long one' });
    const guesses = await Promise.all(Array.from({ length: 10 }, () => change(guesser, 'not this one')));
    for (const guess of guesses) expectInvalid(guess, 'current_password');
    expectError(await change(guesser, 'not this one'), 429, 'RATE_LIMITED');
    must(await change(bystander, bystander.password));
  });

  test('removal from a project closes it at once, and ends no session', async () => {
    const maker = await quickStaff('maker');
    must(await inProject(maker, project.id, 'test').get('/api/v1/payments'));
    must(await project.owner.client.delete(`/api/projects/${project.id}/staff/${maker.id}`));
    expectError(await inProject(maker, project.id, 'test').get('/api/v1/payments'), 403, 'FORBIDDEN');
    expectError(await maker.client.get(`/api/projects/${project.id}`), 403, 'FORBIDDEN');
    expect(must(await maker.client.get('/api/auth/me')).body.projects).toEqual([]);
  });

  test('nobody is signed out by being added to a project and removed', async () => {
    const person = await quickPerson(service);
    const staff = `/api/projects/${project.id}/staff`;
    must(await project.owner.client.post(staff, { email: person.email, role: 'maker' }));
    must(await project.owner.client.delete(`${staff}/${person.id}`));
    expect((await person.client.get('/api/auth/me')).status).toBe(200);
  });

  test('removal from one of several projects ends access to that one alone', async () => {
    const maker = await quickStaff('maker');
    must(
      await foreign.owner.client.post(`/api/projects/${foreign.id}/staff`, {
        email: maker.email,
        role: 'maker',
      }),
    );
    must(await foreign.owner.client.delete(`/api/projects/${foreign.id}/staff/${maker.id}`));
    expectError(await inProject(maker, foreign.id, 'test').get('/api/v1/payments'), 403, 'FORBIDDEN');
    must(await inProject(maker, project.id, 'test').get('/api/v1/payments'));
  });

  test('a changed role acts at once, in the session that is open', async () => {
    const person = await quickStaff('maker');
    const keys = `/api/projects/${project.id}/api-keys`;
    expectError(await person.client.get(keys), 403, 'FORBIDDEN');
    must(await giveRole(person, 'admin'));
    must(await person.client.get(keys));
    must(await giveRole(person, 'checker'));
    expectError(await person.client.get(keys), 403, 'FORBIDDEN');
    const { body } = must(await person.client.get('/api/auth/me'));
    expect(body.projects).toEqual([{ id: project.id, name: 'Test cooperative', role: 'checker' }]);
  });
});

describe('what a session needs to work in a project', () => {
  const headers = (values: Record<string, string>) => project.owner.client.with(values);

  test('without X-Service-Project, or with one where the user is not: 403', async () => {
    for (const id of [undefined, foreign.id, 'prj_00000000000000000000000000', 'nonsense', '%00']) {
      const client = headers({
        'x-service-environment': 'test',
        ...(id ? { 'x-service-project': id } : {}),
      });
      expectError(await client.get('/api/v1/payments'), 403, 'FORBIDDEN');
    }
  });

  test('without X-Service-Environment, or with a wrong one: 400', async () => {
    for (const environment of [undefined, 'production', 'TEST', 'test, live']) {
      const client = headers({
        'x-service-project': project.id,
        ...(environment ? { 'x-service-environment': environment } : {}),
      });
      expectInvalid(await client.get('/api/v1/payments'), 'X-Service-Environment');
    }
  });

  test('any staff role uses the API, in either environment', async () => {
    const person = await quickPerson(service);
    for (const role of ['maker', 'checker', 'admin'] as const) {
      must(await giveRole(person, role));
      const [test_session, live_session] = [
        inProject(person, project.id, 'test'),
        inProject(person, project.id, 'live'),
      ];
      expect((await test_session.post('/api/v1/payments', paymentBody())).status).toBe(201);
      expect((await live_session.get('/api/v1/payments')).status).toBe(200);
    }
  });

  test('the environments are apart', async () => {
    const { body: payment } = must(await project.session.post('/api/v1/payments', paymentBody()));
    must(await project.session.get(`/api/v1/payments/${payment.id}`));
    expectError(await project.live_session.get(`/api/v1/payments/${payment.id}`), 404, 'NOT_FOUND');
  });
});

describe('API keys', () => {
  const keyOf = (client: Client): string => client.headers['x-api-key'] ?? '';

  test('are taken in either header, and say which project and environment', async () => {
    const key = keyOf(project.key);
    expect(key).toMatch(/^ush_test_\S{40,}$/);
    expect(keyOf(project.live_key)).toMatch(/^ush_live_\S{40,}$/);
    const environmentOf = async (headers: Record<string, string>) =>
      must(await anyone.with(headers).get('/api/v1/ledger/accounts')).body.environment;
    expect(await environmentOf({ 'x-api-key': key })).toBe('test');
    expect(await environmentOf({ authorization: `Bearer ${key}` })).toBe('test');
    expect(await environmentOf({ authorization: `bearer ${keyOf(project.live_key)}` })).toBe('live');
  });

  test('headers of a session do not move a key elsewhere', async () => {
    const client = project.key.with({ 'x-service-project': foreign.id, 'x-service-environment': 'live' });
    expect(must(await client.get('/api/v1/ledger/accounts')).body.environment).toBe('test');
  });

  test.each([
    ['nothing', {}],
    ['an unknown test key', { 'x-api-key': `ush_test_${'A'.repeat(43)}` }],
    ['an unknown live key', { authorization: `Bearer ush_live_${'A'.repeat(43)}` }],
    ['an unknown session', { authorization: `Bearer ush_sess_${'A'.repeat(43)}` }],
    ['something else', { 'x-api-key': 'sk_live_123' }],
    ['basic authentication', { authorization: 'Basic dXNlcjpwYXNz' }],
    ['an empty bearer', { authorization: 'Bearer ' }],
    ['a prefix alone', { 'x-api-key': 'ush_test_' }],
    ['bytes beyond ASCII', { 'x-api-key': 'ush_test_\u00ff\u00fe' }],
  ] as [string, Record<string, string>][])('%s is 401', async (_what, headers) => {
    expectError(await anyone.with(headers).get('/api/v1/payments'), 401, 'UNAUTHORIZED');
  });

  test('a key is its every character', async () => {
    const key = keyOf(project.key);
    for (const other of [
      `${key}x`,
      key.slice(0, -1),
      key.toUpperCase(),
      key.replace('ush_test_', 'ush_live_'),
    ])
      expectError(await anyone.with({ 'x-api-key': other }).get('/api/v1/payments'), 401, 'UNAUTHORIZED');
  });

  test('a revoked key stops at once, also amid requests', async () => {
    const keys = `/api/projects/${project.id}/api-keys`;
    const { body } = must(await project.owner.client.post(keys, { environment: 'test' }));
    const client = anyone.with({ 'x-api-key': body.key });
    const before = await Promise.all(Array.from({ length: 10 }, () => client.get('/api/v1/payments')));
    expect(before.every(({ status }) => status === 200)).toBe(true);
    must(await project.owner.client.delete(`${keys}/${body.id}`));
    const after = await Promise.all(Array.from({ length: 10 }, () => client.get('/api/v1/payments')));
    for (const reply of after) expectError(reply, 401, 'UNAUTHORIZED');
    // Revoking again changes nothing.
    must(await project.owner.client.delete(`${keys}/${body.id}`));
  });

  test('cannot do what needs a session', async () => {
    const id = project.id;
    for (const [method, path, body] of [
      ['GET', '/api/auth/me'],
      ['POST', '/api/auth/logout'],
      ['GET', '/api/projects'],
      ['POST', '/api/projects', { name: 'x' }],
      ['GET', `/api/projects/${id}/api-keys`],
      ['POST', `/api/projects/${id}/api-keys`, { environment: 'live' }],
      ['GET', `/api/projects/${id}/staff`],
      ['GET', `/api/projects/${id}/audit-log`],
      ['POST', `/api/projects/${id}/test-clock`, { now: '2035-01-01T00:00:00Z' }],
    ] as const) {
      expectError(await project.key.send(method, path, body), 403, 'FORBIDDEN');
      expectError(await anyone.send(method, path, body), 401, 'UNAUTHORIZED');
    }
  });
});

test('nothing secret is stored in clear', async () => {
  const person = await quickPerson(service);
  const { rows } = await service.ctx.db.raw(
    `select (select json_agg(u) from users u)::text || (select json_agg(s) from sessions s)::text
       || (select json_agg(k) from api_keys k)::text as everything`,
  );
  const { everything } = rows[0];
  for (const secret of [person.password, tokenOf(person), project.key.headers['x-api-key'] ?? ''])
    expect(everything).not.toContain(secret);
});

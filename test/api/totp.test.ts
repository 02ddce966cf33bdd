/** The second factor: to sign in with it, to lose it, and where a project requires it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../api/routes.ts';
import {
  enrol,
  inProject,
  must,
  openSession,
  projectOf,
  quickPerson,
  runOperator,
  startService,
  totpCode,
  type Client,
  type Person,
  type TestService,
} from '../harness/index.ts';
import { createWorld, expectError, expectInvalid, fill, nameOf, validBody } from './samples.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

function signIn({ email, password }: Person, code?: string) {
  return service.anyone.post('/api/auth/login', { email, password, ...(code === undefined ? {} : { code }) });
}

async function statusOf(client: Client): Promise<unknown> {
  return must(await client.get('/api/auth/totp')).body;
}

describe('setting up', () => {
  test('shows secret and recovery codes once, and counts from the first code on', async () => {
    const person = await quickPerson(service);
    expect(await statusOf(person.client)).toEqual({ enabled: false, recovery_codes_left: 0 });
    const begun = must(await person.client.post('/api/auth/totp'));
    expect(begun.body).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      otpauth_url: expect.stringMatching(/^otpauth:\/\/totp\/Ushirika:/),
      recovery_codes: expect.any(Array),
    });
    expect(begun.headers.get('cache-control')).toBe('no-store');
    const { secret, recovery_codes } = begun.body as { secret: string; recovery_codes: string[] };
    expect(new Set(recovery_codes).size).toBe(10);
    for (const code of recovery_codes)
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    must(await signIn(person));

    expectInvalid(await person.client.post('/api/auth/totp/confirm', { code: '000000' }), 'code');
    // A recovery code proves no app.
    expectInvalid(await person.client.post('/api/auth/totp/confirm', { code: recovery_codes[0] }), 'code');
    const second = await openSession(service, person.id);
    const confirmed = await person.client.post('/api/auth/totp/confirm', { code: totpCode(secret) });
    expect([confirmed.status, confirmed.body]).toEqual([200, { enabled: true, recovery_codes_left: 10 }]);
    // For the other session no code was asked.
    expectError(await second.get('/api/auth/me'), 401, 'UNAUTHORIZED');
    expect(await statusOf(person.client)).toEqual({ enabled: true, recovery_codes_left: 10 });
    for (const path of ['/api/auth/totp', '/api/auth/totp/confirm'])
      expectError(
        await person.client.post(path, path.endsWith('confirm') ? { code: '000000' } : undefined),
        409,
        'CONFLICT',
        'totp_already_enabled',
      );
    const { rows } = await service.ctx.db.raw(
      `select (select json_agg(u) from users u)::text || (select json_agg(c) from recovery_codes c)::text as all`,
    );
    for (const shown of [secret, ...recovery_codes]) expect(rows[0].all).not.toContain(shown);
  });

  test('again replaces what was not confirmed', async () => {
    const person = await quickPerson(service);
    expectError(
      await person.client.post('/api/auth/totp/confirm', { code: '000000' }),
      409,
      'CONFLICT',
      'invalid_state',
    );
    const first = must(await person.client.post('/api/auth/totp')).body;
    const { secret } = must(await person.client.post('/api/auth/totp')).body;
    const confirm = (code: string) => person.client.post('/api/auth/totp/confirm', { code });
    expectInvalid(await confirm(totpCode(first.secret)), 'code');
    must(await confirm(totpCode(secret)));
    expectError(await signIn(person, first.recovery_codes[0]), 401, 'UNAUTHORIZED', 'totp_required');
  });

  test('needs an encryption key on the server', async () => {
    const keyless = await startService({ env: { ENCRYPTION_KEY: '' } });
    try {
      const person = await quickPerson(keyless);
      const reply = await person.client.post('/api/auth/totp');
      expectError(reply, 422, 'UNPROCESSABLE', 'encryption_key_missing');
    } finally {
      await keyless.stop();
    }
  });
});

describe('signing in', () => {
  test('needs a code beside the right password; each code counts once', async () => {
    const person = await quickPerson(service);
    const { secret } = await enrol(person.client);
    for (const code of [
      undefined,
      '000000',
      '０００００0',
      '\ud83d\ude00\ud83d\ude00\ud83d\ude00',
      totpCode(secret, -1),
      totpCode(secret, -5),
    ]) {
      expectError(await signIn(person, code), 401, 'UNAUTHORIZED', 'totp_required');
    }
    // With a wrong password nothing tells that there is a second factor.
    const wrong = { ...person, password: 'not this one' };
    expectError(await signIn(wrong, totpCode(secret)), 401, 'UNAUTHORIZED');

    const code = totpCode(secret);
    const replies = await Promise.all([1, 2, 3, 4].map(() => signIn(person, code)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401]);
    // An earlier one is none any more after a later one.
    must(await signIn(person, totpCode(secret, 1)));
    expectError(await signIn(person, totpCode(secret)), 401, 'UNAUTHORIZED', 'totp_required');
  });

  test('a recovery code signs in once, as people type it', async () => {
    const person = await quickPerson(service);
    const { recovery_codes } = await enrol(person.client);
    const [one = '', two = ''] = recovery_codes;
    const replies = await Promise.all([1, 2, 3].map(() => signIn(person, one)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401]);
    must(await signIn(person, ` ${two.toLowerCase().replaceAll('-', ' ')} `));
    expect(await statusOf(person.client)).toEqual({ enabled: true, recovery_codes_left: 8 });
  });

  test('guesses at codes are slowed down; asking which factor is needed is none', async () => {
    const person = await quickPerson(service);
    const { secret } = await enrol(person.client);
    for (let i = 0; i < 12; i++) expectError(await signIn(person), 401, 'UNAUTHORIZED', 'totp_required');
    for (let i = 0; i < 10; i++) {
      // Asking between guesses does not make them fewer.
      expectError(await signIn(person), 401, 'UNAUTHORIZED', 'totp_required');
      expectError(await signIn(person, '000000'), 401, 'UNAUTHORIZED', 'totp_required');
    }
    expectError(await signIn(person, totpCode(secret)), 429, 'RATE_LIMITED');
  });

  test('a new password leaves the second factor', async () => {
    const person = await quickPerson(service);
    const { secret, recovery_codes } = await enrol(person.client);
    const changed = { ...person, password: 'seven goats by the river' };
    must(
      await person.client.post('/api/auth/password', {
        current_password: person.password,
        new_password: changed.password,
        code: recovery_codes[0],
      }),
    );
    expectError(await signIn(changed), 401, 'UNAUTHORIZED', 'totp_required');
    must(await signIn(changed, totpCode(secret)));
  });

  test('a new password takes a code of it, each once', async () => {
    const person = await quickPerson(service);
    const new_password = 'seven goats by the river';
    const change = (client: Client, current_password: string, next: string, code?: string) =>
      client.post('/api/auth/password', { current_password, new_password: next, code });
    const { secret, recovery_codes } = await enrol(person.client);
    expectError(
      await change(person.client, person.password, new_password),
      403,
      'FORBIDDEN',
      'second_factor_required',
    );
    expectInvalid(await change(person.client, person.password, new_password, '000000'), 'code');
    expectInvalid(
      await change(person.client, 'not this one', new_password, recovery_codes[0]),
      'current_password',
    );
    // Nothing has changed: no session ended, and the recovery code of a refused attempt is left.
    expect(await statusOf(person.client)).toEqual({ enabled: true, recovery_codes_left: 10 });
    const { token } = must(
      await change(person.client, person.password, new_password, recovery_codes[0]),
    ).body;
    expectError(await person.client.get('/api/auth/me'), 401, 'UNAUTHORIZED');
    const client = service.anyone.with({ authorization: `Bearer ${token}` });
    expectInvalid(await change(client, new_password, 'another long one', recovery_codes[0]), 'code');
    expect(await statusOf(client)).toEqual({ enabled: true, recovery_codes_left: 9 });
    must(await change(client, new_password, 'another long one', totpCode(secret)));
  });

  test('to the board needs it, too', async () => {
    const person = await quickPerson(service);
    const { secret } = await enrol(person.client);
    await service.ctx.db('users').where({ id: person.id }).update({ operator: true });
    const enter = (code: string) =>
      fetch(`${service.url}/board/sign-in`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ email: person.email, password: person.password, code }),
      });
    const refused = await enter('');
    expect([refused.status, await refused.text()]).toEqual([401, expect.stringContaining('second factor')]);
    expect((await enter(totpCode(secret))).status).toBe(303);
  });
});

test('is turned off with password and code', async () => {
  const person = await quickPerson(service);
  const disable = (password: string, code: string) =>
    person.client.post('/api/auth/totp/disable', { password, code });
  expectError(await disable(person.password, '000000'), 409, 'CONFLICT', 'invalid_state');
  const { secret } = await enrol(person.client);
  expectInvalid(await disable('not this one', totpCode(secret)), 'password');
  expectInvalid(await disable(person.password, '000000'), 'code');
  const reply = await disable(person.password, totpCode(secret));
  expect([reply.status, reply.body]).toEqual([200, { enabled: false, recovery_codes_left: 0 }]);
  must(await signIn(person));
  expect(await service.ctx.db('recovery_codes').where({ user_id: person.id })).toEqual([]);
});

test('changes of it are in the audit log', async () => {
  const person = await quickPerson(service);
  const project = await projectOf(person, service.anyone);
  const { recovery_codes } = await enrol(person.client);
  must(await signIn(person, recovery_codes[0]));
  must(
    await person.client.post('/api/auth/totp/disable', {
      password: person.password,
      code: recovery_codes[1],
    }),
  );
  const { body } = must(await person.client.get(`/api/projects/${project.id}/audit-log?environment=live`));
  const actions = body.audit_log.map(({ action }: { action: string }) => action);
  expect(actions.slice(0, 5)).toEqual([
    'totp.disabled',
    'totp.recovery_code_used',
    'sign_in.succeeded',
    'totp.recovery_code_used',
    'totp.enabled',
  ]);
  for (const code of recovery_codes) expect(JSON.stringify(body)).not.toContain(code);
});

test('an operator of the machine takes away one that is lost, and sessions end', async () => {
  const person = await quickPerson(service);
  const project = await projectOf(person, service.anyone);
  expect((await runOperator(service, 'remove-totp', person.email)).output).toContain('has no second factor');
  await enrol(person.client);
  const { code, output } = await runOperator(service, 'remove-totp', person.email);
  expect([code, output]).toEqual([0, expect.stringContaining(person.email)]);
  expectError(await person.client.get('/api/auth/totp'), 401, 'UNAUTHORIZED');
  must(await signIn(person));
  const client = await openSession(service, person.id);
  expect(await statusOf(client)).toEqual({ enabled: false, recovery_codes_left: 0 });
  expect(await service.ctx.db('recovery_codes').where({ user_id: person.id })).toEqual([]);
  const log = must(await client.get(`/api/projects/${project.id}/audit-log?environment=live`)).body.audit_log;
  const removed = log.find(({ action }: { action: string }) => action === 'totp.removed');
  expect(removed).toMatchObject({ actor: { type: 'system' }, subject: person.id });
  expect((await runOperator(service, 'remove-totp', 'nobody@example.org')).output).toContain('No user');
});

describe('a project that requires it', () => {
  const GUARDED = [
    'approvals.approve',
    'approvals.reject',
    'projects.customers.documents.revealNumber',
    'files.content',
    'projects.apiKeys.create',
    'projects.apiKeys.revoke',
    'projects.providers.put',
    'projects.providers.delete',
    'projects.staff.put',
    'projects.staff.remove',
    'sacco.settings.put',
    'sacco.loanProducts.define',
    'sacco.loanProducts.retire',
    'sacco.provisioningTable.put',
    'accounting.periods.close',
    'accounting.periods.reopen',
    'webhookEndpoints.create',
    'webhookEndpoints.delete',
    'webhookEndpoints.rotateSecret',
  ];

  test('lets nobody approve, reveal, or change what approvals rely on without', async () => {
    const world = await createWorld(service);
    const { owner, id } = world.project;
    expect(must(await owner.client.get(`/api/projects/${id}`)).body.require_totp).toBe(false);
    const set = (client: Client, require_totp: boolean) =>
      client.patch(`/api/projects/${id}`, { require_totp });
    expect(must(await set(owner.client, true)).body).toMatchObject({ id, require_totp: true });

    const routes = ROUTES.filter(({ operation_id }) => GUARDED.includes(operation_id));
    expect(routes).toHaveLength(GUARDED.length);
    const session = inProject(owner, id, 'test');
    const send = (route: (typeof routes)[number]) =>
      session.send(route.method, fill(route.path, world.ids), validBody(route, world));
    for (const route of routes) expectError(await send(route), 403, 'FORBIDDEN', 'totp_required');
    // The rest goes on, API keys too, and so does reading.
    must(await session.get('/api/v1/approvals'));
    must(await owner.client.get(`/api/projects/${id}/api-keys`));
    must(await world.project.key.get('/api/v1/payments'));
    must(await world.project.key.post('/api/v1/webhook-endpoints', { mode: 'poll', events: ['*'] }));
    // Who has none cannot make it needless.
    expectError(await set(owner.client, false), 403, 'FORBIDDEN', 'totp_required');
    const maker = { client: await openSession(service, world.ids['user_id'] ?? '') };
    expectError(await set(maker.client, false), 403, 'FORBIDDEN');

    await enrol(owner.client);
    for (const route of routes) {
      const reply = await send(route);
      expect([200, 201, 202, 204, 404, 409, 422], `${nameOf(route)}: ${reply.text}`).toContain(reply.status);
    }
    expect(must(await set(owner.client, false)).body.require_totp).toBe(false);
    for (const environment of ['test', 'live']) {
      const { body } = must(
        await owner.client.get(`/api/projects/${id}/audit-log?environment=${environment}`),
      );
      const changes = body.audit_log.filter(
        ({ action }: { action: string }) => action === 'project.settings_changed',
      );
      expect(changes.map(({ details }: { details: object }) => details)).toEqual([
        { require_totp: false },
        { require_totp: true },
      ]);
    }
  });
});

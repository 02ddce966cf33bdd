/** Sessions of a user: seen, ended, and over when they are not used. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashToken } from '../../core/crypto.ts';
import { sessions } from '../../domain/staff/index.ts';
import {
  expectBetween,
  must,
  openSession,
  projectOf,
  quickPerson,
  startService,
  type Client,
  type TestService,
} from '../harness/index.ts';
import { expectError } from './samples.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService({ env: { SESSION_IDLE_MINUTES: '30' } });
});
afterAll(() => service.stop());

interface Session {
  id: string;
  current: boolean;
}

async function sessionsOf(client: Client): Promise<Session[]> {
  return must(await client.get('/api/auth/sessions')).body.sessions;
}

function rowOf({ headers }: Client) {
  const token = headers['authorization']?.replace('Bearer ', '') ?? '';
  return service.ctx.db('sessions').where({ token_hash: hashToken(token) });
}

test('are listed with where they come from, without their tokens', async () => {
  const person = await quickPerson(service);
  const { body } = must(
    await service.anyone
      .with({ 'x-forwarded-for': '198.51.100.4', 'user-agent': `Desk/1.0 ${'x'.repeat(300)}` })
      .post('/api/auth/login', { email: person.email, password: person.password }),
  );
  const signed_in = service.anyone.with({ authorization: `Bearer ${body.token}` });
  const reply = must(await signed_in.get('/api/auth/sessions'));
  expect(reply.body).toEqual({
    sessions: [
      {
        id: expect.stringMatching(/^ses_[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
        current: true,
        address: '198.51.100.4',
        user_agent: `Desk/1.0 ${'x'.repeat(191)}`,
        created_at: expect.stringMatching(/Z$/),
        last_used_at: expect.stringMatching(/Z$/),
        expires_at: body.expires_at,
      },
      expect.objectContaining({ current: false, address: null, user_agent: null }),
    ],
    next_after: null,
  });
  expect(reply.text).not.toContain(body.token);
  expect(reply.text).not.toContain(hashToken(body.token));
  const paged: Session[] = [];
  for (let after = ''; ;) {
    const { body: page } = must(
      await signed_in.get(`/api/auth/sessions?limit=1${after && `&after=${after}`}`),
    );
    paged.push(...page.sessions);
    if (page.next_after === null) break;
    after = page.next_after;
  }
  expect(paged.map(({ id }) => id)).toEqual(reply.body.sessions.map(({ id }: Session) => id));
});

test('one is ended by its user alone; the others go on', async () => {
  const [person, other] = [await quickPerson(service), await quickPerson(service)];
  const second = await openSession(service, person.id);
  const found = (await sessionsOf(person.client)).find(({ current }) => !current);
  const path = `/api/auth/sessions/${found?.id}`;
  expectError(await other.client.delete(path), 404, 'NOT_FOUND');
  must(await second.get('/api/auth/me'));
  expect((await person.client.delete(path)).status).toBe(204);
  expectError(await second.get('/api/auth/me'), 401, 'UNAUTHORIZED');
  expectError(await person.client.delete(path), 404, 'NOT_FOUND');
  expect(await sessionsOf(person.client)).toEqual([expect.objectContaining({ current: true })]);
});

test('all are ended at once, which is recorded', async () => {
  const person = await quickPerson(service);
  const project = await projectOf(person, service.anyone);
  const second = await openSession(service, person.id);
  expect((await person.client.delete('/api/auth/sessions')).status).toBe(204);
  for (const client of [person.client, second])
    expectError(await client.get('/api/auth/me'), 401, 'UNAUTHORIZED');
  const again = await openSession(service, person.id);
  const { body } = must(await again.get(`/api/projects/${project.id}/audit-log`));
  expect(body.audit_log[0].action).toBe('session.all_revoked');
});

test('are over when they were not used for the configured time; each use counts', async () => {
  const person = await quickPerson(service);
  const idle = (minutes: number) =>
    rowOf(person.client).update({ last_used_at: new Date(Date.now() - minutes * 60_000) });
  await idle(29);
  const began = Date.now();
  must(await person.client.get('/api/auth/me'));
  const { last_used_at } = await rowOf(person.client).first();
  expectBetween(began, last_used_at, Date.now());
  await idle(31);
  expectError(await person.client.get('/api/auth/me'), 401, 'UNAUTHORIZED');
  expect(await sessionsOf(await openSession(service, person.id))).toHaveLength(1);
  await sessions.cleanUp(service.ctx);
  expect(await rowOf(person.client).first()).toBeUndefined();
});

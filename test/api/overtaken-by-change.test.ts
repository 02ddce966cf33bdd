/** Requests that were let in, and overtaken by a change that would not have let them in: the change counts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../../core/crypto.ts';
import {
  addStaff,
  createProject,
  lockWaiters,
  quickPerson,
  registerPerson,
  sharedService,
  until,
  type Project,
  type Reply,
  type TestService,
} from '../harness/index.ts';
import { expectError, expectInvalid } from './samples.ts';

let service: TestService;
let project: Project;

beforeAll(async () => {
  service = await sharedService();
  project = await createProject(service.anyone);
});
afterAll(() => service.stop());

/** Answers the request, which waits for the change of this table and goes on once that is committed. */
async function overtakenBy(
  table: string,
  where: object,
  change: object | null,
  request: () => Promise<Reply>,
) {
  const { db } = service.ctx;
  const trx = await db.transaction();
  try {
    await (change === null ? trx(table).where(where).delete() : trx(table).where(where).update(change));
    const reply = request();
    await until('it waits', async () => (await lockWaiters(db, table)) > 0);
    await trx.commit();
    return await reply;
  } finally {
    if (!trx.isCompleted()) await trx.rollback();
  }
}

test('a sign-in with a password that is changed meanwhile opens no session', async () => {
  const { id, email, password } = await registerPerson(service.anyone);
  const password_hash = await hashPassword('another password');
  const reply = await overtakenBy('users', { id }, { password_hash }, () =>
    service.anyone.post('/api/auth/login', { email, password }),
  );
  expectError(reply, 401, 'UNAUTHORIZED');
  expect(await service.ctx.db('sessions').where({ user_id: id })).toHaveLength(1);
});

test('a sign-in without a code opens no session when a second factor is turned on meanwhile', async () => {
  const { id, email, password } = await registerPerson(service.anyone);
  const reply = await overtakenBy('users', { id }, { totp_confirmed_at: new Date() }, () =>
    service.anyone.post('/api/auth/login', { email, password }),
  );
  expectError(reply, 401, 'UNAUTHORIZED');
});

test('a new password set by who knows the old one does not undo a reset', async () => {
  const person = await registerPerson(service.anyone);
  const password_hash = await hashPassword('set by the reset');
  const reply = await overtakenBy('users', { id: person.id }, { password_hash }, () =>
    person.client.post('/api/auth/password', {
      current_password: person.password,
      new_password: 'wanted by somebody',
    }),
  );
  expectInvalid(reply, 'current_password');
  const user = await service.ctx.db('users').where({ id: person.id }).first();
  expect(user.password_hash).toBe(password_hash);
});

test.each([
  ['removed', null],
  ['made a maker', { role: 'maker' }],
])(
  'an admin who is %s meanwhile issues no key, adds nobody and configures no provider',
  async (_what, change) => {
    const path = `/api/projects/${project.id}`;
    const newcomer = await quickPerson(service);
    const requests = [
      (admin: Admin) => admin.post(`${path}/api-keys`, { environment: 'live', name: 'late' }),
      (admin: Admin) => admin.post(`${path}/staff`, { email: newcomer.email, role: 'admin' }),
      (admin: Admin) =>
        admin.put(`${path}/providers/chapa`, { credentials: { secret_key: 'CHASECK_TEST-x' } }),
    ];
    for (const request of requests) {
      const admin = await addStaff(service.anyone, project, 'admin');
      const mine = { project_id: project.id, user_id: admin.id };
      expectError(await overtakenBy('staff', mine, change, () => request(admin.client)), 403, 'FORBIDDEN');
    }
    const { db } = service.ctx;
    expect(await db('api_keys').where({ project_id: project.id, name: 'late' })).toEqual([]);
    expect(await db('staff').where({ project_id: project.id, user_id: newcomer.id })).toEqual([]);
    expect(await db('provider_configs').where({ project_id: project.id })).toEqual([]);
  },
);

type Admin = Project['owner']['client'];

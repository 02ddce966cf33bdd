/** What platform operators see of the whole service, and that nobody else sees it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listProcess, WEB } from '../../domain/platform/processes/processes.ts';
import {
  addStaff,
  must,
  projectOf,
  quickPerson,
  startService,
  type Person,
  type Project,
  type TestService,
} from '../harness/index.ts';
import { expectError, expectInvalid } from './samples.ts';

const LISTS = ['users', 'projects', 'processes'] as const;

let service: TestService;
let operator: Person;
let project: Project;

beforeAll(async () => {
  service = await startService();
  project = await projectOf(await quickPerson(service), service.anyone);
  operator = await quickPerson(service);
  await service.ctx.db('users').where({ id: operator.id }).update({ operator: true });
});
afterAll(() => service.stop());

/** Every item, page by page. */
async function walk(list: (typeof LISTS)[number], limit = 2): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  for (let after: string | null = ''; after !== null;) {
    const query = `?limit=${limit}${after && `&after=${after}`}`;
    const { body } = must(await operator.client.get(`/api/operators/${list}${query}`));
    expect(body[list].length).toBeLessThanOrEqual(limit);
    items.push(...body[list]);
    after = body.next_after;
  }
  return items;
}

describe.each(LISTS)('the %s', (list) => {
  test('are shown to no owner, to no key, and to nobody who is not signed in', async () => {
    const path = `/api/operators/${list}`;
    expectError(await project.owner.client.get(path), 403, 'FORBIDDEN');
    expectError(await project.session.get(path), 403, 'FORBIDDEN');
    expectError(await project.key.get(path), 403, 'FORBIDDEN');
    expectError(await service.anyone.get(path), 401, 'UNAUTHORIZED');
  });

  test('are no longer shown to somebody who is an operator no longer', async () => {
    const former = await quickPerson(service);
    await service.ctx.db('users').where({ id: former.id }).update({ operator: true });
    must(await former.client.get(`/api/operators/${list}`));
    await service.ctx.db('users').where({ id: former.id }).update({ operator: false });
    expectError(await former.client.get(`/api/operators/${list}`), 403, 'FORBIDDEN');
  });

  test('are refused with a cursor that is none', async () => {
    expectInvalid(await operator.client.get(`/api/operators/${list}?after=nonsense`), 'after');
    expectInvalid(await operator.client.get(`/api/operators/${list}?limit=1001`), 'limit');
  });
});

test('users are walked in pages, with their projects and without secrets', async () => {
  const maker = await addStaff(service.anyone, project, 'maker');
  const users = await walk('users');
  const ids = users.map(({ id }) => String(id));
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => (a < b ? 1 : -1)));
  expect(users.find(({ id }) => id === maker.id)).toEqual({
    id: maker.id,
    email: maker.email,
    name: expect.any(String),
    operator: false,
    email_verified: true,
    second_factor: false,
    projects: 1,
    created_at: expect.any(String),
  });
  expect(users.find(({ id }) => id === operator.id)).toMatchObject({ operator: true, projects: 0 });
});

test('a user is found by e-mail, in any letter case', async () => {
  const path = `/api/operators/users?email=${encodeURIComponent(project.owner.email.toUpperCase())}`;
  const { body } = must(await operator.client.get(path));
  expect(body).toMatchObject({ users: [{ id: project.owner.id }], next_after: null });
  const unknown = must(await operator.client.get('/api/operators/users?email=nobody@nowhere.example'));
  expect(unknown.body).toEqual({ users: [], next_after: null });
});

test('projects are walked in pages, with their owner and how many work there', async () => {
  const second = await projectOf(await quickPerson(service), service.anyone);
  await addStaff(service.anyone, second, 'maker');
  const projects = await walk('projects', 1);
  const ids = projects.map(({ id }) => String(id));
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => (a < b ? 1 : -1)));
  expect(projects.find(({ id }) => id === second.id)).toEqual({
    id: second.id,
    name: expect.any(String),
    owner_email: second.owner.email,
    require_totp: false,
    strict_approvals: false,
    staff: 2,
    created_at: expect.any(String),
  });
});

test('processes are listed while they run', async () => {
  const { ctx } = service;
  const ends = [await listProcess(ctx, WEB), await listProcess(ctx, ['poll', 'webhooks'])];
  const own = { machine: expect.any(String), process_id: process.pid, version: expect.any(String) };
  const moments = { started_at: expect.any(String), seen_at: expect.any(String) };
  expect(await walk('processes', 1)).toEqual([
    { ...own, ...moments, runs: ['poll', 'webhooks'] },
    { ...own, ...moments, runs: ['web'] },
  ]);
  // One that was killed has not said so.
  await ctx
    .db('service_processes')
    .whereRaw(`runs = array['web']`)
    .update({ seen_at: ctx.db.raw(`now() - interval '3 minutes'`) });
  expect(await walk('processes')).toMatchObject([{ runs: ['poll', 'webhooks'] }]);
  for (const end of ends) await end();
  expect(await ctx.db('service_processes')).toEqual([]);
});

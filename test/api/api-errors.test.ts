/** How often the API has refused requests, by project and code: counted beside the requests, and told on the operator's home. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../../api/http/listen.ts';
import { createApp } from '../../api/server.ts';
import { systemTimeIn } from '../../core/clock.ts';
import { openContext } from '../../app/compose.ts';
import { countApiErrors } from '../../domain/platform/api-errors/count-api-errors.ts';
import {
  Client,
  createProject,
  must,
  paymentBody,
  startService,
  until,
  type Project,
  type TestService,
} from '../harness/index.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const PATH = '/api/v1/payments';

async function errorsOf(project: Project): Promise<Record<string, number>> {
  await service.ctx.api_errors.store();
  const { api_errors } = must(await project.key.get(`${PATH}/home`)).body;
  return Object.fromEntries(
    api_errors.by_code.map(({ code, errors }: { code: string; errors: number }) => [code, errors]),
  );
}

test('what is refused is counted by code, of its own project and environment', async () => {
  const [project, other] = [await createProject(service.anyone), await createProject(service.anyone)];
  expect(await errorsOf(project)).toEqual({});
  await project.key.get(`${PATH}/pay_00000000000000000000000000`);
  await project.session.get(`${PATH}/pay_00000000000000000000000000`);
  await project.key.post(PATH, { ...paymentBody(), amount: 'x' });
  must(await project.key.post(PATH, paymentBody()));
  // Of nobody, or of whoever is no member of its staff.
  await project.key.with({ 'x-api-key': 'key_unknown' }).get(PATH);
  await other.session.with({ 'x-service-project': project.id }).get(PATH);
  expect(await errorsOf(project)).toEqual({ NOT_FOUND: 2, VALIDATION_ERROR: 1 });
  expect(await errorsOf(other)).toEqual({});

  await project.key.get(`${PATH}/pay_00000000000000000000000000`);
  const [stored] = await service.ctx.db('api_error_counts').where({ project_id: project.id }).limit(1);
  expect(stored).toMatchObject({ environment: 'test' });
  expect(await errorsOf(project)).toEqual({ NOT_FOUND: 3, VALIDATION_ERROR: 1 });
  const { api_errors } = must(await project.key.get(`${PATH}/home`)).body;
  const [first] = api_errors.by_code;
  expect(first.code).toBe('NOT_FOUND');
  expect(Date.parse(first.last_at)).toBeGreaterThan(Date.now() - 60_000);
  expect(Date.now() - Date.parse(api_errors.since)).toBeGreaterThanOrEqual(23 * 3_600_000);
});

test('what a key may not do is counted, and defects are', async () => {
  const project = await createProject(service.anyone);
  const { body } = must(
    await project.owner.client.post(`/api/projects/${project.id}/api-keys`, {
      environment: 'test',
      scopes: ['read'],
    }),
  );
  const reader = service.anyone.with({ 'x-api-key': body.key });
  expect((await reader.post(PATH, paymentBody())).status).toBe(403);
  const { db } = service.ctx;
  await db.raw('alter table payment_links rename to payment_links_away');
  const failed = await project.key.get('/api/v1/payment-links');
  await db.raw('alter table payment_links_away rename to payment_links');
  expect(failed.status).toBe(500);
  expect(await errorsOf(project)).toEqual({ FORBIDDEN: 1, INTERNAL: 1 });
});

test('those of more than a day ago are not told of, and old ones are deleted', async () => {
  const project = await createProject(service.anyone);
  const row = { project_id: project.id, environment: 'test', code: 'CONFLICT', errors: 5 };
  const at = (hours: number): object => ({ hour: systemTimeIn(-hours * 3_600_000), last_at: new Date() });
  const { db } = service.ctx;
  await db('api_error_counts').insert([
    { ...row, ...at(25) },
    { ...row, ...at(22), errors: 2 },
    { ...row, ...at(8 * 24) },
  ]);
  expect(await errorsOf(project)).toEqual({ CONFLICT: 2 });
  // As a process does that has just started, and so each in every hour.
  const counts = countApiErrors(service.ctx, 1);
  counts.add({ project_id: project.id, environment: 'live' }, 'CONFLICT');
  await until('the oldest is deleted', async () => {
    const rows = await db('api_error_counts').where({ project_id: project.id });
    return rows.length === 3 && rows.some(({ environment }) => environment === 'live');
  });
});

test('several processes add to the same counts', async () => {
  const project = await createProject(service.anyone);
  const processes = Array.from({ length: 4 }, () => countApiErrors(service.ctx));
  const codes = ['CONFLICT', 'NOT_FOUND', 'FORBIDDEN'] as const;
  const of = { project_id: project.id, environment: 'test' } as const;
  for (let round = 0; round < 5; round += 1) {
    processes.forEach((counts, i) => {
      for (let n = 0; n < 3; n += 1) counts.add(of, codes[(n + i) % 3] as (typeof codes)[number]);
    });
    await Promise.all(processes.map((counts) => counts.store()));
  }
  expect(await errorsOf(project)).toEqual({ CONFLICT: 20, FORBIDDEN: 20, NOT_FOUND: 20 });
});

test('a process that ends stores what it has counted; counts that the database does not take are lost', async () => {
  const project = await createProject(service.anyone);
  const { config } = service.ctx;
  const opened = await openContext(config, service.database_url, false);
  const web = await listen(createApp(opened.ctx, opened.store), { host: '127.0.0.1', port: 0 });
  const key = new Client(web.url).with(project.key.headers);
  expect((await key.get(`${PATH}/pay_00000000000000000000000000`)).status).toBe(404);
  await web.close(0);
  await opened.close();
  expect(await errorsOf(project)).toEqual({ NOT_FOUND: 1 });

  const { db } = service.ctx;
  const refusing = countApiErrors(service.ctx);
  refusing.add({ project_id: 'prj_of_nobody', environment: 'test' }, 'CONFLICT');
  await refusing.store();
  refusing.add({ project_id: project.id, environment: 'test' }, 'CONFLICT');
  await refusing.store();
  expect(await errorsOf(project)).toEqual({ CONFLICT: 1, NOT_FOUND: 1 });
  expect(await db('api_error_counts').where({ project_id: 'prj_of_nobody' })).toEqual([]);
});

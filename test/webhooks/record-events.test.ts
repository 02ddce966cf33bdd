/** Any number of events, for any number of endpoints, in one transaction. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopeOf } from '../../core/scope.ts';
import { inTransaction } from '../../domain/platform/unit.ts';
import { recordEvents } from '../../domain/webhooks/index.ts';
import { createProject, must, sharedService, type Project, type TestService } from '../harness/index.ts';

let service: TestService;
let project: Project;

beforeAll(async () => {
  service = await sharedService();
  project = await createProject(service.anyone);
});
afterAll(() => service.stop());

test('10,000 events are recorded for five endpoints: more values than one statement has parameters', async () => {
  const { ctx } = service;
  for (let i = 0; i < 5; i++)
    must(await project.key.post('/api/v1/webhook-endpoints', { mode: 'poll', events: ['*'] }));
  const scope = scopeOf(project.id, 'test', 0n);
  const happened = Array.from({ length: 10_000 }, (_, row) => ({
    scope,
    type: 'loan.overdue' as const,
    row,
  }));
  await inTransaction({ ctx }, (unit) =>
    recordEvents(unit, happened, (rows) => rows.map((no) => ({ no, text: `"quoted" \\ ${no}` }))),
  );
  const { rows } = await ctx.db.raw<{ rows: { endpoint_id: string; events: bigint }[] }>(
    `select endpoint_id, count(distinct event_id) as events from webhook_deliveries where project_id = ? group by endpoint_id`,
    [project.id],
  );
  expect(rows.map(({ events }) => Number(events))).toEqual([10_000, 10_000, 10_000, 10_000, 10_000]);
  const last = await ctx.db('webhook_events').where({ project_id: project.id }).orderBy('id', 'desc').first();
  expect(JSON.parse(last.payload)).toMatchObject({
    type: 'loan.overdue',
    data: { no: 9_999, text: '"quoted" \\ 9999' },
  });
});

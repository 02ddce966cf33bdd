/** Imports that take longer than a request waits: answered 202, and what became of them is read from the run. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconciliationJobs } from '../../domain/reconciliation/index.ts';
import {
  changeContext,
  must,
  projectOf,
  quickPerson,
  startService,
  type Project,
  type TestService,
} from '../harness/index.ts';
import { expectError } from '../api/samples.ts';
import { importBody, linesOf, resolve, RUNS } from './books.ts';

/** Far less than in earnest. */
const ANSWERED_AFTER_MS = 500;

let service: TestService;
let project: Project;

beforeAll(async () => {
  // Nobody works on the queue.
  service = await startService();
  service.ctx.import_answer_ms = ANSWERED_AFTER_MS;
  project = await projectOf(await quickPerson(service), service.anyone);
});
afterAll(() => service.stop());

test('a late import is polled, whether it succeeds or fails', async () => {
  const { key } = project;
  const send = (rows: { amount: string }[], name: string) =>
    key.post(RUNS, importBody(rows), { 'idempotency-key': name });
  const [good, bad] = await Promise.all([send([{ amount: '1.00' }], 'good'), send([{ amount: 'x' }], 'bad')]);
  for (const { status, body } of [good, bad])
    expect([status, body]).toEqual([202, expect.objectContaining({ status: 'importing', replayed: false })]);
  const at = (reply: typeof good): string => `${RUNS}/${reply.body.id}`;
  expect(must(await key.get(at(good))).body).toMatchObject({ status: 'importing', provider: 'manual' });
  expect(must(await key.get(`${at(good)}/lines`)).body).toEqual({ lines: [], next_after: null });
  for (const reply of [
    await key.post(`${at(good)}/close`),
    await resolve(key, good.body.id, 2, 'ignore', 'x'),
  ])
    expectError(reply, 409, 'CONFLICT', 'invalid_state');
  // A repeat does not wait again.
  changeContext(service.ctx, { import_answer_ms: 600_000 });
  expect((await send([{ amount: '1.00' }], 'good')).status).toBe(202);

  for (const { body } of [good, bad]) await reconciliationJobs.importRun(service.ctx, body.id);
  expect(must(await key.get(at(good))).body).toMatchObject({ status: 'open', lines: 1 });
  expect(await linesOf(key, good.body.id)).toHaveLength(1);
  expect(must(await send([{ amount: '1.00' }], 'good')).body).toMatchObject({
    status: 'open',
    replayed: true,
  });

  expect(must(await key.get(at(bad))).body).toMatchObject({
    status: 'failed',
    error: { code: 'VALIDATION_ERROR', details: [{ line_no: 2, message: expect.any(String) }] },
  });
  expect(must(await send([{ amount: 'x' }], 'bad')).body).toMatchObject({ status: 'failed', replayed: true });
  expectError(await key.post(`${at(bad)}/close`), 409, 'CONFLICT', 'invalid_state');
  // Both were sent at once: either may be the newer one.
  const listed = [
    { id: good.body.id, status: 'open' },
    { id: bad.body.id, status: 'failed' },
  ].toSorted((a, b) => (a.id < b.id ? 1 : -1));
  expect(must(await key.get(RUNS)).body.runs).toMatchObject(listed);
});

/** Schedules of jobs that an earlier version had: the start of workers removes them, and nothing fails. */
import type { Queue } from 'bullmq';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { machineNow } from '../../core/clock.ts';
import { createLogger } from '../../core/log.ts';
import type { Context } from '../../domain/platform/context.ts';
import { startWorkers } from '../../workers/pool.ts';
import { startService, until, type TestService } from '../harness/index.ts';

interface Line {
  level: string;
  msg: string;
  queue?: string;
  job?: string;
}

let service: TestService;
let ctx: Context;
let queue: Queue;
const lines: Line[] = [];

beforeAll(async () => {
  service = await startService();
  const log = createLogger('info', { write: (line: string) => void lines.push(JSON.parse(line) as Line) });
  ctx = { ...service.ctx, log };
  queue = ctx.jobs.queues.get('housekeeping') as Queue;
});
afterAll(() => service.stop());

/** As the earlier version did: the first job waits at once, or is due in a minute. */
async function scheduleOf(name: string, in_ms = 0): Promise<void> {
  const startDate = machineNow().getTime() + in_ms;
  await queue.upsertJobScheduler(name, { every: 60_000, startDate }, { name, data: {} });
}

const schedules = async (): Promise<string[]> => (await queue.getJobSchedulers()).map(({ key }) => key);
const saidOf = (job: string): [string, string][] =>
  lines.filter((line) => line.job === job).map(({ level, msg }) => [level, msg]);
const REMOVED = ['info', 'removed the schedule of a job that no longer exists'];

test('of jobs that are not due, of those that wait, and of those that an old worker schedules meanwhile', async () => {
  await scheduleOf('due-later', 60_000);
  await scheduleOf('waits');
  expect((await queue.getDelayed()).map(({ name }) => name)).toEqual(['due-later']);
  expect((await queue.getWaiting()).map(({ name }) => name)).toEqual(['waits']);

  const pools = await startWorkers(ctx, service.store, ['housekeeping']);
  try {
    expect(await schedules()).not.toContain('due-later');
    expect(await schedules()).not.toContain('waits');
    expect(saidOf('due-later')).toEqual([REMOVED]);

    // Workers of the earlier version restore theirs until they end.
    await scheduleOf('comes-again');
    await until('it is removed, too', async () => !(await schedules()).includes('comes-again'));
    await until('this is said', () => saidOf('comes-again').length > 0);
    expect(saidOf('comes-again')).toEqual([REMOVED]);

    // What was waiting has been taken by now, since a queue is worked on in order.
    await until('nothing waits', async () => (await queue.getJobCountByTypes('waiting', 'active')) === 0);
  } finally {
    await pools.close();
  }
  expect(saidOf('waits')).toEqual([REMOVED]);
  expect((await queue.getFailed()).map(({ name }) => name)).toEqual([]);
  expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
});

test('a job that nobody schedules and that does not exist fails', async () => {
  lines.length = 0;
  await queue.add('nobody-knows', {});
  const pools = await startWorkers(ctx, service.store, ['housekeeping']);
  try {
    await until('it failed', () => saidOf('nobody-knows').length > 0);
    expect(saidOf('nobody-knows')).toEqual([['error', 'job failed']]);
  } finally {
    await pools.close();
  }
});

/** The two stores of the queues do the same, and neither may fail or delay a request. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { UnrecoverableError, type Job, type Queue, type Worker } from 'bullmq';
import { createLogger } from '../../core/log.ts';
import {
  openJobQueue,
  restoreSchedules,
  startSchedules,
  type EnqueueOptions,
  type JobQueue,
} from '../../jobs/queue.ts';
import { JOBS } from '../../jobs/registry.ts';
import type { QueueStore } from '../../jobs/queue-store.ts';
import { openQueueStore } from '../../jobs/store.ts';
import { TcpProxy } from '../crash/tcp-proxy.ts';
import { freshDatabase, freshRedis, until, type TestDatabase } from '../harness/index.ts';

const log = createLogger('silent');
const redis_url = process.env['REDIS_URL'];

const stores = [
  { kind: 'postgres', where: 'in PostgreSQL', missing: false },
  {
    kind: 'redis',
    where: redis_url ? 'on Redis' : 'on Redis (SKIPPED: REDIS_URL is not set)',
    missing: !redis_url,
  },
] as const;

for (const { kind, where, missing } of stores) {
  describe.skipIf(missing)(`queues ${where}`, () => {
    let database: TestDatabase;
    let proxy: TcpProxy;
    let store: QueueStore;
    let jobs: JobQueue;
    let workers: Worker[];

    beforeAll(async () => {
      database = await freshDatabase();
    });
    afterAll(() => database.drop());

    beforeEach(async () => {
      const redis = kind === 'redis' ? ((await freshRedis()).REDIS_URL as string) : null;
      proxy = await TcpProxy.open(redis ?? database.url);
      store = redis ? await openQueueStore(database.url, proxy.url) : await openQueueStore(proxy.url, null);
      jobs = await openJobQueue(store, log);
      workers = [];
      for (const queue of jobs.queues.values()) await queue.obliterate({ force: true });
    });
    afterEach(async () => {
      await Promise.all(workers.map((worker) => worker.close()));
      await jobs.close();
      await store.close();
      await proxy.close();
    });

    /** Works on the queue. @returns the jobs that ran, as they ran */
    function work(process: (job: Job) => unknown = () => null, concurrency = 5): Job[] {
      const ran: Job[] = [];
      const worker = store.worker(
        'webhook-deliveries',
        (job) => {
          ran.push(job);
          return Promise.resolve(process(job));
        },
        { concurrency },
      );
      worker.on('error', () => undefined);
      workers.push(worker);
      return ran;
    }

    const queue = () => {
      const found = jobs.queues.get('webhook-deliveries');
      if (!found) throw new Error('there is no such queue');
      return found;
    };
    const deliver = (endpoint_id: string, options?: EnqueueOptions) =>
      jobs.enqueue('deliver-webhooks', { endpoint_id }, options);

    /** A job whose end the store has not heard of is run again, a minute after its worker lost the store. */
    const untilDone = (count: number) =>
      until(
        `${count} count as done`,
        async () => (await queue().getJobCounts('completed'))['completed'] === count,
      );

    test('runs what is enqueued, before and after its worker came', async () => {
      expect(store.kind).toBe(kind);
      await deliver('a');
      const ran = work();
      await until('the first ran', () => ran.length === 1);
      await deliver('b');
      await until('the second ran', () => ran.length === 2);
      expect(ran.map(({ name, data }) => [name, data])).toEqual([
        ['deliver-webhooks', { endpoint_id: 'a' }],
        ['deliver-webhooks', { endpoint_id: 'b' }],
      ]);
      await untilDone(2);
    });

    test('runs a delayed job when its time has come, and not before', async () => {
      const ran = work();
      await deliver('later', { delay_ms: 700 });
      await deliver('now');
      await until('both ran', () => ran.length === 2);
      // Which of them came first says nothing: on a busy machine the second may be enqueued when the first is due.
      const [later, now] = ran.toSorted((a, b) => (a.data.endpoint_id < b.data.endpoint_id ? -1 : 1));
      expect([later?.data.endpoint_id, now?.data.endpoint_id]).toEqual(['later', 'now']);
      expect(later?.processedOn).toBeGreaterThanOrEqual((later?.timestamp ?? Infinity) + 700);
    });

    test('takes a job id once, however often and whenever it comes', async () => {
      await Promise.all([deliver('a', { job_id: 'deliver-a-1' }), deliver('a', { job_id: 'deliver-a-1' })]);
      await deliver('a', { job_id: 'deliver-a-1', delay_ms: 10 });
      const ran = work();
      await until('it ran', () => ran.length === 1);
      await deliver('a', { job_id: 'deliver-a-1' });
      await deliver('b', { job_id: 'deliver-b-1' });
      await until('the other ran', () => ran.some(({ id }) => id === 'deliver-b-1'));
      expect(ran.map(({ id }) => id)).toEqual(['deliver-a-1', 'deliver-b-1']);
    });

    test('takes a single id again once its job has ended, well or badly, and not before', async () => {
      const single = () => deliver('a', { single_id: 'sweep-deliver-a' });
      await Promise.all([single(), single()]);
      await single();
      let finish = (): void => undefined;
      const finished = new Promise<void>((resolve) => (finish = resolve));
      const ran = work((job) => {
        if (ran.length > 2) throw new UnrecoverableError(job.name);
        return finished;
      });
      await until('it runs', () => ran.length === 1);
      await single();
      expect(await queue().getJobCounts('waiting', 'active')).toEqual({ waiting: 0, active: 1 });
      finish();
      for (const runs of [2, 3, 4])
        await until(`it ran ${runs} times`, async () => {
          await single();
          return ran.length >= runs;
        });
    });

    test('merges identical wake-ups that wait together', async () => {
      await Promise.all(Array.from({ length: 200 }, () => jobs.enqueue('post-payments', {})));
      expect(await jobs.queues.get('ledger-postings')?.getJobCounts('waiting')).toEqual({ waiting: 1 });
      await Promise.all([deliver('a'), deliver('b'), deliver('a'), deliver('a', { delay_ms: 60_000 })]);
      expect(await queue().getJobCounts('waiting', 'delayed')).toEqual({ waiting: 2, delayed: 1 });
    });

    test('runs scheduled jobs at once and then again and again, one schedule per job', async () => {
      await startSchedules(jobs, ['webhook-deliveries'], log);
      await startSchedules(jobs, ['webhook-deliveries'], log);
      const schedulers = await queue().getJobSchedulers();
      expect(schedulers.map(({ key, every }) => [key, Number(every)])).toEqual([
        ['sweep-webhook-deliveries', JOBS['sweep-webhook-deliveries'].every_ms],
      ]);
      const ran = work();
      await until('it ran', () => ran.some(({ name }) => name === 'sweep-webhook-deliveries'));
      await queue().upsertJobScheduler('often', { every: 100 }, { name: 'deliver-webhooks', data: {} });
      await until(
        'it ran again and again',
        () => ran.filter(({ name }) => name === 'deliver-webhooks').length >= 3,
      );
      await queue().removeJobScheduler('often');
      await queue().removeJobScheduler('sweep-webhook-deliveries');
    });

    test('puts back what has lost its schedule or its next job, and leaves alone what has not', async () => {
      const name = 'sweep-webhook-deliveries';
      const every_ms = JOBS[name].every_ms as number;
      const restore = (late_ms: number) => restoreSchedules(jobs, ['webhook-deliveries'], late_ms);
      const scheduled = async () => (await queue().getJobSchedulers()).map(({ key, next }) => [key, next]);
      // Beside the schedule's own, which cannot be drained.
      const enqueued = async () =>
        (await queue().getWaiting()).filter(({ id }) => !id?.startsWith('repeat:'));
      await startSchedules(jobs, ['webhook-deliveries'], log);
      await queue().drain();
      const before = await scheduled();
      expect(before).toHaveLength(1);
      await restore(every_ms);
      expect([await scheduled(), await enqueued()]).toEqual([before, []]);

      await queue().removeJobScheduler(name);
      await restore(every_ms);
      expect([(await scheduled()).map(([key]) => key), (await enqueued()).length]).toEqual([[name], 1]);

      await queue().drain();
      // Its next job counts as late long before it is due.
      await restore(-2 * every_ms);
      expect(await enqueued()).toHaveLength(1);
      await queue().removeJobScheduler(name);
      await queue().drain();
    });

    test.each([
      ['starts', () => startSchedules(jobs, ['webhook-deliveries'], log)],
      ['runs', () => restoreSchedules(jobs, ['webhook-deliveries'])],
    ])('puts back what a clock that was ahead has put off, as a worker %s', async (_when, put) => {
      const name = 'sweep-webhook-deliveries';
      const every_ms = JOBS[name].every_ms as number;
      const next_ms = async (): Promise<number> => Number((await queue().getJobScheduler(name))?.next);
      // As long ahead as takes the next job out of its interval and the slack.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + every_ms + 120_000 });
      await startSchedules(jobs, ['webhook-deliveries'], log);
      vi.useRealTimers();
      expect(await next_ms()).toBeGreaterThan(Date.now() + every_ms);
      await queue().drain();
      await put();
      expect(await next_ms()).toBeLessThanOrEqual(Date.now() + every_ms);
      // And it runs now.
      expect((await queue().getWaiting()).filter(({ id }) => !id?.startsWith('repeat:'))).toHaveLength(1);
      const before = await next_ms();
      await put();
      expect(await next_ms()).toBe(before);
    });

    test('removes the schedules of jobs that are gone, or on another queue now', async () => {
      const every = { every: 3_600_000 };
      for (const key of ['sweep-something-old', 'deliver-webhooks', 'sweep-callbacks', 'toString'])
        await queue().upsertJobScheduler(key, every, { name: key, data: {} });
      const elsewhere = jobs.queues.get('provider-polls');
      await elsewhere?.upsertJobScheduler('sweep-of-elsewhere', every, { name: 'sweep-of-elsewhere' });
      await startSchedules(jobs, ['webhook-deliveries'], log);
      const keysOf = async (of: Queue | undefined) => (await of?.getJobSchedulers())?.map(({ key }) => key);
      expect(await keysOf(queue())).toEqual(['sweep-webhook-deliveries']);
      // The queues of other workers are left to those.
      expect(await keysOf(elsewhere)).toEqual(['sweep-of-elsewhere']);
    });

    test('takes what is on its way when the queues close, and keeps nobody waiting for what comes later', async () => {
      const on_its_way = deliver('on its way');
      const closing = jobs.close();
      await Promise.all([on_its_way, deliver('later'), closing]);
      jobs = await openJobQueue(store, log);
      expect((await queue().getWaiting()).map(({ data }) => data)).toEqual([{ endpoint_id: 'on its way' }]);
    });

    test('finishes the running job when it closes, and leaves the next one', async () => {
      let finish = (): void => undefined;
      const finished = new Promise<void>((resolve) => (finish = resolve));
      // One at a time: a worker with room for more may be fetching the next job at the very moment when it is closed.
      const ran = work(() => finished, 1);
      await deliver('running');
      await until('it runs', () => ran.length === 1);
      await deliver('next');
      const closing = workers[0]?.close();
      finish();
      await closing;
      expect(await queue().getJobCounts('completed', 'active', 'waiting')).toEqual({
        completed: 1,
        active: 0,
        waiting: 1,
      });
      expect(ran).toHaveLength(1);
    });

    test('tries a job that throws again, then keeps it as failed', async () => {
      const ran = work(() => {
        throw new Error('the database is gone');
      });
      await deliver('a');
      const failed = await until('it is given up', async () => (await queue().getFailed())[0]);
      expect(ran).toHaveLength(JOBS['deliver-webhooks'].attempts);
      expect(failed).toMatchObject({
        data: { endpoint_id: 'a' },
        attemptsMade: JOBS['deliver-webhooks'].attempts,
        failedReason: 'the database is gone',
      });
    });

    test('never fails or holds up an enqueue while the store is gone, and goes on when it is back', async () => {
      await deliver('before');
      proxy.goDown();
      await Promise.all([deliver('lost'), deliver('lost too', { job_id: 'deliver-lost-1' })]);
      await deliver('lost as well', { delay_ms: 10 });
      proxy.comeUp();
      await until('the store answers again', () => store.ping().then(() => true));
      await deliver('after');
      const ran = work();
      const seen = () => ran.map(({ data }) => data.endpoint_id);
      await until('what it has runs', () => seen().length >= 2);
      expect(seen()).toEqual(expect.arrayContaining(['before', 'after']));
    });

    test('a worker goes on by itself when the store was away', async () => {
      const ran = work();
      await deliver('before');
      await untilDone(1);
      proxy.goDown();
      await deliver('lost');
      proxy.comeUp();
      await until('it takes jobs again', async () => {
        await deliver('after');
        return ran.some(({ data }) => data.endpoint_id === 'after');
      });
      expect(ran[0]?.data).toEqual({ endpoint_id: 'before' });
      // An idle worker hears of a job on a connection of its own, which may come back later than the other. On Redis a worker
      // that is closed before that never ends (BullMQ waits for the end of a connection that is not there).
      await until('it is idle', async () => {
        const { active, waiting } = await queue().getJobCounts('active', 'waiting');
        return active === 0 && waiting === 0;
      });
      await deliver('last');
      await until('it hears of the last', () => ran.some(({ data }) => data.endpoint_id === 'last'));
    });

    test.runIf(kind === 'postgres')(
      'a worker asks more and more rarely while the store is away',
      async () => {
        work();
        await deliver('before');
        await untilDone(1);
        const away = performance.now();
        proxy.goDown();
        await until('it has asked six times', () => proxy.turned_away >= 6);
        expect(performance.now() - away).toBeGreaterThan(1_000);
      },
    );
  });
}

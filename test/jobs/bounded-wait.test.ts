import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Worker } from 'bullmq';
import { createLogger } from '../../core/log.ts';
import { boundWait } from '../../jobs/bounded-wait.ts';
import { openJobQueue, type JobQueue } from '../../jobs/queue.ts';
import type { QueueStore } from '../../jobs/queue-store.ts';
import { openQueueStore } from '../../jobs/store.ts';
import { freshDatabase, until, type TestDatabase } from '../harness/index.ts';

const LONGEST_WAIT_MS = 50;

let database: TestDatabase;
let store: QueueStore;
let jobs: JobQueue;

beforeAll(async () => {
  database = await freshDatabase();
  store = await openQueueStore(database.url, null);
  jobs = await openJobQueue(store, createLogger('silent'));
});
afterAll(async () => {
  await jobs.close();
  await store.close();
  await database.drop();
});

test('a worker whose wait for a job never ends takes the next jobs', async () => {
  const ran: unknown[] = [];
  const worker = store.worker(
    'webhook-deliveries',
    (job) => {
      ran.push(job.data);
      return Promise.resolve();
    },
    {},
  );
  const wait = vi.spyOn(backendOf(worker), 'waitForJob').mockReturnValue(new Promise(() => undefined));
  boundWait(worker, LONGEST_WAIT_MS);
  try {
    await until('the worker asks again', () => wait.mock.calls.length > 2);
    for (const endpoint_id of ['we_1', 'we_2']) {
      await jobs.enqueue('deliver-webhooks', { endpoint_id });
      await until('the job ran', () =>
        ran.some((data) => (data as { endpoint_id: string }).endpoint_id === endpoint_id),
      );
    }
    expect(ran).toHaveLength(2);
  } finally {
    wait.mockRestore();
    await worker.close();
  }
});

function backendOf(worker: Worker): { waitForJob: (block_timeout: number) => Promise<unknown> } {
  return worker.backend;
}

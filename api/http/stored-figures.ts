/** Metrics that are read from the stores: depth of the queues, postings, due work. */
import { systemNow } from '../../core/clock.ts';
import {
  postings as postingsGauge,
  queueDueRows,
  queueJobs,
  queueOldestDueSeconds,
} from '../../core/metrics.ts';
import { readDueWork } from '../../app/due-work.ts';
import type { Context } from '../../domain/platform/context.ts';
import { postings } from '../../domain/payments/index.ts';

/** Less than any usual interval of scrapes: it saves the reads of a second scraper, and those of somebody who reloads. */
const READ_EVERY_MS = 5_000;

/** @returns a function that refreshes them, unless that was done a moment ago; it never rejects */
export function storedFigures(ctx: Context): () => Promise<unknown> {
  let read_at_ms = -Infinity;
  let reading: Promise<unknown> = Promise.resolve();
  return () => {
    if (performance.now() >= read_at_ms + READ_EVERY_MS) {
      read_at_ms = performance.now();
      reading = readFigures(ctx);
    }
    return reading;
  };
}

/** Without a store its figures are left out; the process's own are still useful. */
function readFigures(ctx: Context): Promise<unknown> {
  return Promise.allSettled([countJobs(ctx), countPostings(ctx), countDueWork(ctx)]);
}

async function countJobs(ctx: Context): Promise<void> {
  queueJobs.reset();
  for (const [name, queue] of ctx.jobs.queues) {
    const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
    for (const [state, count] of Object.entries(counts)) queueJobs.set({ queue: name, state }, count);
  }
}

async function countPostings(ctx: Context): Promise<void> {
  postingsGauge.reset();
  for (const [status, count] of Object.entries(await postings.count(ctx.db)))
    postingsGauge.set({ status }, count);
}

/** Old figures would be believed by an autoscaler. */
async function countDueWork(ctx: Context): Promise<void> {
  queueDueRows.reset();
  queueOldestDueSeconds.reset();
  for (const [queue, { rows, oldest_due_at }] of await readDueWork(ctx)) {
    const age_ms = oldest_due_at === null ? 0 : systemNow().getTime() - oldest_due_at.getTime();
    queueDueRows.set({ queue }, rows);
    queueOldestDueSeconds.set({ queue }, Math.max(0, age_ms) / 1_000);
  }
}

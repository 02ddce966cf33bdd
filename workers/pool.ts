/**
 * Worker pools: one per queue. A rejection by a business rule is stored on the job's row and completes the job; a fault
 * (database unreachable) fails it, so that BullMQ or the next sweep retries it.
 */
import { setMaxListeners } from 'node:events';
import { UnrecoverableError, type Job, type Worker } from 'bullmq';
import { jobDuration } from '../core/metrics.ts';
import type { Context } from '../domain/platform/context.ts';
import type { SpanAttributes } from '../core/span.port.ts';
import { listedUntilReady } from '../domain/platform/worker-starts.ts';
import { startSpan } from '../core/tracing.ts';
import { newWork, requestFields, runAs, type Work } from '../core/work.ts';
import { waitUntilReady } from '../jobs/ready.ts';
import { endRemovedSchedule, originOf, restoreSchedules, startSchedules } from '../jobs/queue.ts';
import { JOBS, QUEUES, type JobName, type QueueName } from '../jobs/registry.ts';
import type { QueueStore } from '../jobs/queue-store.ts';
import { HANDLERS } from './handlers.ts';

/** A job fails when this many workers died during it: it may be the cause. */
const MAX_DEATHS = 10;

/** The start of BullMQ's error for a job whose workers died. */
const STALLED = 'job stalled';

/** Schedules that were lost, or put off, are restored this often: the interval of the most frequent sweeps. */
const RESTORE_SCHEDULES_MS = 10_000;

export interface WorkerPools {
  /** Queues whose worker has stopped by itself: nobody works on them in this process any more. */
  stopped(): QueueName[];
  /** Stops taking jobs, signals running ones to end, and closes once they have. */
  close(): Promise<void>;
}

/** @throws when a worker cannot start; then none of them runs */
export function startWorkers(ctx: Context, store: QueueStore, queues: QueueName[]): Promise<WorkerPools> {
  return listedUntilReady(ctx, queues, () => start(ctx, store, queues));
}

async function start(ctx: Context, store: QueueStore, queues: QueueName[]): Promise<WorkerPools> {
  const closing = new AbortController();
  // Every job listens to the signal while it waits for another system.
  setMaxListeners(0, closing.signal);
  const working = { ...ctx, closing: closing.signal };
  const workers = queues.map((queue) => openPool(working, store, queue));
  const closeAll = () => Promise.all(workers.map((worker) => worker.close()));
  try {
    await waitUntilReady('worker of queue', workers);
    for (const queue of queues)
      if (await store.removeEarlier(queue))
        ctx.log.info({ queue }, 'removed the jobs of an earlier build; the sweeps find their work');
    await startSchedules(ctx.jobs, queues, ctx.log);
  } catch (error) {
    await closeAll();
    throw error;
  }
  for (const worker of workers) run(ctx, worker);
  // If queues are lost while this process runs, their schedules are lost with them.
  const again = setInterval(() => {
    restoreSchedules(ctx.jobs, queues).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'could not restore schedules'),
    );
  }, RESTORE_SCHEDULES_MS);
  return {
    stopped: () => queues.filter((_queue, i) => !workers[i]?.isRunning()),
    async close() {
      clearInterval(again);
      const closed = closeAll();
      closing.abort();
      await closed;
    },
  };
}

function openPool(ctx: Context, store: QueueStore, queue: QueueName): Worker {
  const worker = store.worker(queue, (job) => perform(ctx, job), {
    // It runs once all are ready.
    autorun: false,
    concurrency: QUEUES[queue].concurrency,
    lockDuration: ctx.config.job_lock_ms,
    // Jobs of dead workers go to others within three times this.
    stalledInterval: ctx.config.job_lock_ms,
    maxStalledCount: MAX_DEATHS,
  });
  worker.on('error', (error) => {
    // Errors while the pool closes its connections are expected.
    if (!worker.closing) ctx.log.warn({ queue, err: error }, 'worker error');
  });
  worker.on('failed', (job, error) => {
    const fields = { queue, job: job?.name, job_id: job?.id };
    // The sweep finds the remaining work.
    if (error.message.startsWith(STALLED)) ctx.log.info(fields, 'the workers of a job died');
    else ctx.log.error({ ...fields, err: error }, 'job failed');
  });
  return worker;
}

function run({ log }: Context, worker: Worker): void {
  worker.run().catch((error: unknown) => log.error({ queue: worker.name, err: error }, 'a worker stopped'));
}

async function perform(ctx: Context, job: Job): Promise<unknown> {
  const name = job.name as JobName;
  const declared = JOBS[name];
  if (!declared) {
    if (await endRemovedSchedule(ctx.jobs, job, ctx.log)) return null;
    throw new UnrecoverableError(`there is no job "${job.name}"`);
  }
  const { value: payload, error } = declared.payload.validate(job.data);
  if (error) throw new UnrecoverableError(error.message);
  const work = newWork(originOf(job));
  const span = startSpan(`job ${name}`, {
    kind: 'consumer',
    parent: work.traceparent,
    attributes: spanAttributes(job, work),
  });
  if (span) work.traceparent = span.traceparent;
  const stop = jobDuration.startTimer({ queue: job.queueName, job: name });
  try {
    const result = await runAs(work, () => HANDLERS[name](ctx, payload as never));
    span?.end();
    logEnd(ctx, { job, work, status: 'done', seconds: stop({ outcome: 'done' }), result });
    return result ?? null;
  } catch (fault) {
    span?.end({ error: fault });
    logEnd(ctx, { job, work, status: 'fault', seconds: stop({ outcome: 'fault' }) });
    throw fault;
  }
}

/** The ids under which the log has the job, and the requests that caused it: one, or several that share it. */
function spanAttributes({ id, queueName }: Job, { request_ids }: Work): SpanAttributes {
  const [request_id = '', ...others] = request_ids;
  return {
    'ushirika.queue': queueName,
    'ushirika.job_id': id ?? '',
    ...(request_id === '' ? {} : { 'ushirika.request_id': request_id }),
    ...(others.length === 0 ? {} : { 'ushirika.request_ids': [...request_ids] }),
  };
}

interface EndedJob {
  job: Job;
  work: Work;
  status: 'done' | 'fault';
  seconds: number;
  /** What the handler returned; undefined if it failed, as the error is logged separately. */
  result?: unknown;
}

/**
 * Logs one line for each job; sweeps that found nothing only at level debug.
 */
function logEnd(ctx: Context, { job, work, status, seconds, result }: EndedJob): void {
  const idle =
    status === 'done' &&
    JOBS[job.name as JobName].every_ms !== undefined &&
    work.request_ids.length === 0 &&
    !result;
  const { id: job_id } = job;
  const { project_id, environment, actor, made } = work;
  ctx.log[idle ? 'debug' : 'info'](
    {
      ...requestFields(work),
      queue: job.queueName,
      job: job.name,
      job_id,
      ...(job.data as object),
      project_id,
      environment,
      actor,
      status,
      attempt: job.attemptsMade + 1,
      duration_ms: Math.round(seconds * 1_000),
      ...(typeof result === 'number' ? { result } : {}),
      ...(made.length > 0 ? { made } : {}),
    },
    'job ended',
  );
}

/** Typed enqueue. Adding a job never fails its caller: when the queue is unreachable, a sweep finds the row later. */
import type { Job, JobsOptions, Queue } from 'bullmq';
import { groupBy } from '../core/group-by.ts';
import type { Logger } from '../core/log.ts';
import { CLOCK_SLACK_MS, machineNow } from '../core/clock.ts';
import { batchCalls } from '../core/batch.ts';
import { carriedOrigin, currentWork, together, type Work, type WorkOrigin } from '../core/work.ts';
import {
  JOBS,
  KEEP_COMPLETED,
  KEEP_FAILED,
  QUEUE_NAMES,
  type JobName,
  type JobPayloads,
  type QueueName,
} from './registry.ts';
import { waitUntilReady } from './ready.ts';
import type { QueueStore } from './queue-store.ts';

export interface EnqueueOptions {
  /** The job runs after this many milliseconds at the earliest. */
  delay_ms?: number;
  /** A second job with the same id is not added; without an id every call adds a job. No `:`, not digits only. */
  job_id?: string;
  /**
   * A second job with the same id is not added while the first one waits or runs; once that has ended, it is. So repeated sweeps do
   * not fill the queue of busy workers, and find again what a worker left when it died.
   */
  single_id?: string;
}

export interface JobQueue {
  /** Resolves when the store has accepted the job or has failed; never rejects. */
  enqueue<Name extends JobName>(
    name: Name,
    payload: JobPayloads[Name],
    options?: EnqueueOptions,
  ): Promise<void>;
  queues: Map<QueueName, Queue>;
  /** First waits for jobs that are being added; jobs that are enqueued later are left to the sweeps. */
  close(): Promise<void>;
}

interface Added {
  name: JobName;
  payload: object;
  options: EnqueueOptions;
  /** The work that enqueued it. */
  work: Work | undefined;
}

/** Maximum number of jobs that one call adds to the store. */
const MAX_JOBS_PER_CALL = 1_000;

/** @throws when the store of the queues is unreachable */
export async function openJobQueue(store: QueueStore, log: Logger): Promise<JobQueue> {
  const queues = new Map(QUEUE_NAMES.map((name) => [name, store.queue(name)]));
  for (const [name, queue] of queues) {
    queue.on('error', (error) => {
      if (!queue.closing) log.warn({ queue: name, err: error }, 'queue error');
    });
  }
  await waitUntilReady('queue', [...queues.values()]);

  const adders = new Map(
    [...queues].map(([name, queue]) => [
      name,
      batchCalls<Added, void>((added) => addAll(queue, added), { max_weight: MAX_JOBS_PER_CALL }),
    ]),
  );

  const on_their_way = new Set<Promise<void>>();
  let is_closed = false;

  async function add(name: JobName, payload: object, options: EnqueueOptions): Promise<void> {
    const { queue } = JOBS[name];
    try {
      // A call on a closed queue of BullMQ never resolves.
      if (is_closed) throw new Error('the queues are closed');
      await adders.get(queue)?.({ name, payload, options, work: currentWork() });
    } catch (error) {
      log.warn({ queue, job: name, err: error }, 'could not enqueue; a sweep will find the work');
    }
  }

  return {
    queues,
    async enqueue(name, payload, options = {}) {
      const adding = add(name, payload, options);
      on_their_way.add(adding);
      await adding;
      on_their_way.delete(adding);
    },
    async close() {
      is_closed = true;
      await Promise.all(on_their_way);
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },
  };
}

/** The origin of a job, which is stored beside its payload, in BullMQ's field for such metadata. */
export function originOf({ opts }: Pick<Job, 'opts'>): WorkOrigin {
  const metadata = opts.telemetry?.metadata;
  return metadata === undefined ? { request_ids: [] } : (JSON.parse(metadata) as WorkOrigin);
}

async function addAll(queue: Queue, added: Added[]): Promise<void[]> {
  // Identical jobs of one call are added once.
  const distinct = groupBy(added, ({ name, payload, options }) => JSON.stringify([name, payload, options]));
  await queue.addBulk(
    [...distinct.values()].map((same) => {
      const { name, payload, options } = same[0] as Added;
      const origin = carriedOrigin(together(same.map(({ work }) => work)));
      return {
        name,
        data: payload,
        opts: {
          ...(origin ? { telemetry: { metadata: JSON.stringify(origin) } } : {}),
          attempts: JOBS[name].attempts,
          backoff: { type: 'exponential', delay: JOBS[name].backoff_ms },
          removeOnComplete: { count: KEEP_COMPLETED },
          removeOnFail: { count: KEEP_FAILED },
          ...(options.delay_ms ? { delay: options.delay_ms } : {}),
          ...(options.job_id ? { jobId: options.job_id } : {}),
          ...deduplicationOf(name, payload, options),
        },
      };
    }),
  );
  return added.map(() => undefined);
}

function deduplicationOf(
  name: JobName,
  payload: object,
  { delay_ms, job_id, single_id }: EnqueueOptions,
): Pick<JobsOptions, 'deduplication'> {
  if (single_id) return { deduplication: { id: single_id } };
  if (!JOBS[name].merged || delay_ms || job_id) return {};
  return { deduplication: { id: [name, ...Object.values(payload)].join('-'), keepLastIfActive: true } };
}

/** A busy worker runs a scheduled job that much later than planned at the most. */
const LATE_MS = 30_000;

/**
 * For the start of a worker: schedules every scheduled job of these queues, and runs each once now, because jobs may have been
 * lost. Schedules of jobs that are no longer in the registry, or moved to another queue, are removed.
 */
export async function startSchedules(jobs: JobQueue, queues: QueueName[], log: Logger): Promise<void> {
  for (const name of queues) {
    const queue = jobs.queues.get(name) as Queue;
    const nextOf = await nextRuns(queue);
    const scheduled = scheduledJobs(name);
    for (const key of nextOf.keys())
      if (!scheduled.has(key as JobName)) await removeSchedule(queue, key, log);
    for (const job of scheduled)
      await (isLost(job, nextOf.get(job)) ? scheduleAnew : schedule)(jobs, queue, job);
  }
}

/**
 * For the job of a schedule that is no longer in the registry: it was waiting when its schedule was removed, or a worker of an
 * earlier version, which still runs, has restored the schedule.
 * @returns whether it is such a job
 */
export async function endRemovedSchedule(jobs: JobQueue, job: Job, log: Logger): Promise<boolean> {
  if (job.repeatJobKey === undefined) return false;
  await removeSchedule(jobs.queues.get(job.queueName as QueueName) as Queue, job.repeatJobKey, log);
  return true;
}

async function removeSchedule(queue: Queue, key: string, log: Logger): Promise<void> {
  if (await queue.removeJobScheduler(key))
    log.info({ queue: queue.name, job: key }, 'removed the schedule of a job that no longer exists');
}

/**
 * For running workers: restores schedules that were lost, for example with their queue, and runs their jobs once.
 * @param late_ms how late a job may be before it counts as lost
 */
export async function restoreSchedules(
  jobs: JobQueue,
  queues: QueueName[],
  late_ms = LATE_MS,
): Promise<void> {
  for (const name of queues) {
    const queue = jobs.queues.get(name) as Queue;
    const nextOf = await nextRuns(queue);
    for (const job of scheduledJobs(name))
      if (isLost(job, nextOf.get(job), late_ms)) await scheduleAnew(jobs, queue, job);
  }
}

/** When each scheduled job runs next, in milliseconds since the epoch. */
async function nextRuns(queue: Queue): Promise<Map<string, number>> {
  return new Map((await queue.getJobSchedulers()).map(({ key, next }) => [key, next ?? 0]));
}

/**
 * Whether a schedule is not there, or its next job was lost, which is then late; or a process whose clock was ahead has put it
 * off for longer than its interval. BullMQ goes by the machine's clock.
 */
function isLost(job: JobName, next_ms: number | undefined, late_ms = LATE_MS): boolean {
  const now_ms = machineNow().getTime();
  const latest_ms = now_ms + (JOBS[job].every_ms as number) + CLOCK_SLACK_MS;
  return next_ms === undefined || next_ms < now_ms - late_ms || next_ms > latest_ms;
}

function scheduledJobs(queue: QueueName): Set<JobName> {
  const names = Object.keys(JOBS) as JobName[];
  return new Set(names.filter((name) => JOBS[name].every_ms && JOBS[name].queue === queue));
}

async function scheduleAnew(jobs: JobQueue, queue: Queue, name: JobName): Promise<void> {
  await queue.removeJobScheduler(name);
  await schedule(jobs, queue, name);
}

/** Of a schedule that is there, BullMQ keeps the time of the next job. */
async function schedule(jobs: JobQueue, queue: Queue, name: JobName): Promise<void> {
  await queue.upsertJobScheduler(
    name,
    { every: JOBS[name].every_ms },
    { name, data: {}, opts: { removeOnComplete: { count: 20 }, removeOnFail: { count: KEEP_FAILED } } },
  );
  await jobs.enqueue(name, {});
}

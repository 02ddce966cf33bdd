/**
 * The longest time that a worker waits for its next job on Redis. BullMQ waits with a blocking command, and gives up one that does not
 * end: it disconnects the blocking client and waits for its end. On a cluster the failure of that same command connects the client
 * anew (BullMQ 6.7.0, `RedisConnection.disconnect` and `runWithClusterRecovery`), so that the end never comes, and the worker would
 * take no job any more. It asks again instead; by then the client is connected.
 */
import type { Worker } from 'bullmq';
import { withDeadline } from '../core/deadline.ts';

/** BullMQ blocks for at most ten seconds, and gives up a second later; to connect takes a few more. */
const LONGEST_WAIT_MS = 20_000;

/** Changes the worker. @returns it */
export function boundWait(worker: Worker, longest_ms = LONGEST_WAIT_MS): Worker {
  const { backend } = worker;
  const waitForJob = backend.waitForJob.bind(backend);
  Object.assign(backend, {
    waitForJob: (block_timeout: number) => withDeadline(waitForJob(block_timeout), longest_ms, () => null),
  });
  return worker;
}

/**
 * The pause of a worker whose store fails. BullMQ asks for the next job again at once, except where nothing listens at the
 * address: a server that is restarted, or that cuts connections, would be asked as often as the machine can, by every worker.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresQueueBackend } from 'bullmq';

/** After the first fault; each further one doubles it. */
const FIRST_PAUSE_MS = 100;
/** A worker goes on this long after the store is back. */
const LONGEST_PAUSE_MS = 3_000;

/** Changes the backend of a queue or worker. @returns it */
export function pauseAfterFaults(backend: PostgresQueueBackend): PostgresQueueBackend {
  const closing = new AbortController();
  let pause_ms = FIRST_PAUSE_MS;

  /** The same call, which pauses before it fails. */
  const paused =
    <Parameters extends unknown[], Result>(call: (...parameters: Parameters) => Promise<Result>) =>
    async (...parameters: Parameters): Promise<Result> => {
      try {
        const result = await call(...parameters);
        pause_ms = FIRST_PAUSE_MS;
        return result;
      } catch (error) {
        const this_pause_ms = pause_ms;
        pause_ms = Math.min(pause_ms * 2, LONGEST_PAUSE_MS);
        await delay(this_pause_ms, undefined, { signal: closing.signal }).catch(() => undefined);
        throw error;
      }
    };

  const disconnectBlocking = backend.disconnectBlocking.bind(backend);
  return Object.assign(backend, {
    moveToActive: paused(backend.moveToActive.bind(backend)),
    waitForJob: paused(backend.waitForJob.bind(backend)),
    /** Called when its worker closes. */
    disconnectBlocking(wait?: boolean) {
      closing.abort();
      return disconnectBlocking(wait);
    },
  });
}

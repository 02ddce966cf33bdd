/**
 * The start of queues and workers. It is awaited, because BullMQ keeps the failure of a first connection: a queue would refuse
 * every job, and a worker would ask for its next job without pause, so that nothing else in the process could run.
 */
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { UsageError } from '../core/shutdown.ts';

/** Longer than a first connection can take: each of its steps has a deadline. */
export const READY_WITHIN_MS = 60_000;

interface Starting {
  name: string;
  waitUntilReady(): Promise<unknown>;
}

/**
 * @param kind what they are, for the message
 * @throws the first failure, after which none of them is to be used; an error that names the queue after a minute
 */
export async function waitUntilReady(
  kind: 'queue' | 'worker of queue',
  starting: readonly Starting[],
): Promise<void> {
  const over = new AbortController();
  // One for each queue.
  setMaxListeners(starting.length, over.signal);
  const isReady = async (each: Starting): Promise<unknown> =>
    Promise.race([
      each.waitUntilReady(),
      delay(READY_WITHIN_MS, undefined, { signal: over.signal }).then(() => {
        throw new UsageError(`The ${kind} ${each.name} has not become ready within a minute.`);
      }),
    ]);
  try {
    await Promise.all(starting.map(isReady));
  } finally {
    over.abort();
  }
}

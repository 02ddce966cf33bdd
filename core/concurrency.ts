/** Limits how much work runs at the same time in this process, and how much waits. */
import pLimit, { type LimitFunction } from 'p-limit';

/**
 * @param limit pieces of work that run at the same time; further ones wait in their order
 * @param max_waiting further ones are rejected
 * @param full creates the error for those
 */
export function limitConcurrency(
  limit: number,
  max_waiting: number,
  full: () => Error,
): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const inTurn = pLimit(limit);
  return async (work) => {
    if (inTurn.pendingCount >= max_waiting) throw full();
    return inTurn(work);
  };
}

interface FairLimits {
  /** Pieces of work that run at the same time. */
  at_once: number;
  /** Pieces of one caller that wait; further ones are rejected. */
  max_waiting_per_caller: number;
  /** The same for the pieces of all callers. */
  max_waiting: number;
  /** A piece that has not started by then is rejected, and never runs. */
  max_wait_ms: number;
  /** Creates the error for rejected pieces. */
  full: () => Error;
}

interface Caller {
  inTurn: LimitFunction;
  waiting: number;
}

/**
 * Limits work that many callers ask for, so that one of them cannot keep the others waiting: each caller has its own queue,
 * and at most `at_once` pieces of each caller stand in the common one.
 */
export function limitFairly({
  at_once,
  max_waiting_per_caller,
  max_waiting,
  max_wait_ms,
  full,
}: FairLimits): <Result>(caller: string, work: () => Promise<Result>) => Promise<Result> {
  const inCommonTurn = pLimit(at_once);
  const callers = new Map<string, Caller>();
  let waiting = 0;

  return <Result>(name: string, work: () => Promise<Result>) =>
    new Promise<Result>((resolve, reject) => {
      const caller = callers.get(name) ?? { inTurn: pLimit(at_once), waiting: 0 };
      if (waiting >= max_waiting || caller.waiting >= max_waiting_per_caller) throw full();
      callers.set(name, caller);
      waiting++;
      caller.waiting++;
      let state: 'waiting' | 'started' | 'rejected' = 'waiting';
      const leaveQueue = (next: 'started' | 'rejected'): void => {
        clearTimeout(timer);
        state = next;
        waiting--;
        caller.waiting--;
      };
      const timer = setTimeout(() => {
        leaveQueue('rejected');
        reject(full());
      }, max_wait_ms);
      const start = async (): Promise<void> => {
        if (state === 'rejected') return;
        leaveQueue('started');
        await work().then(resolve, reject);
      };
      void caller
        .inTurn(async () => {
          if (state !== 'rejected') await inCommonTurn(start);
        })
        .finally(() => {
          if (caller.inTurn.activeCount + caller.inTurn.pendingCount === 0) callers.delete(name);
        });
    });
}

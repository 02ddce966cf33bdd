/** Limits how much work runs at the same time in this process, and how much waits. */
import pLimit from 'p-limit';

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

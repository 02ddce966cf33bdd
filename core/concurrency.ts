/** Work of which only so much may run at once in this process. */

/**
 * @param limit pieces of work that run at once; further ones wait in their order
 * @param max_waiting further ones are turned away; all wait where left out
 * @param full makes the error for those
 */
export function limitConcurrency(
  limit: number,
  max_waiting = Infinity,
  full: () => Error = () => new Error('too much waits'),
): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= limit) {
      if (waiting.length >= max_waiting) throw full();
      // Whoever finishes hands its place on, so nobody overtakes.
      await new Promise<void>((start) => waiting.push(start));
    } else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

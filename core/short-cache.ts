/** Figures that cost much to read and may be some seconds old: read once for all who ask meanwhile. */

export interface ShortCacheOptions {
  /** How old what is answered may be. */
  keep_ms: number;
  /** How many are kept; the oldest are forgotten first. */
  max_kept: number;
}

interface Kept<T> {
  value: Promise<T>;
  /** Of `performance.now`. */
  until_ms: number;
}

/**
 * One for each process: another one may answer figures of another moment.
 * @returns reads by key. Who asks while it is being read, or soon after, gets the same; an error is not kept
 */
export function shortCache<T>({
  keep_ms,
  max_kept,
}: ShortCacheOptions): (key: string, read: () => Promise<T>) => Promise<T> {
  const kept = new Map<string, Kept<T>>();

  /** In the order in which they were read, and so in which they end. */
  function makeRoom(now_ms: number): void {
    for (const [key, { until_ms }] of kept) {
      if (until_ms > now_ms && kept.size < max_kept) return;
      kept.delete(key);
    }
  }

  return (key, read) => {
    const now_ms = performance.now();
    const found = kept.get(key);
    if (found && found.until_ms > now_ms) return found.value;
    makeRoom(now_ms);
    const entry: Kept<T> = { value: read(), until_ms: now_ms + keep_ms };
    kept.delete(key);
    kept.set(key, entry);
    // Whoever asked for it gets the error.
    entry.value.catch(() => {
      if (kept.get(key) === entry) kept.delete(key);
    });
    return entry.value;
  };
}

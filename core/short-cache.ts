/** Figures that cost much to read and may be some seconds old: read once for all who ask meanwhile. */

export interface ShortCacheOptions {
  /** How old what is answered may be. */
  keep_ms: number;
  /** How many of one source are kept; the oldest are forgotten first. */
  max_kept: number;
}

interface Kept<T> {
  value: Promise<T>;
  /** Of `performance.now`; while it is being read, it does not end. */
  until_ms: number;
}

/**
 * One for each process: another one may answer figures of another moment.
 * @returns reads by source and key. Who asks while it is being read, or soon after, gets the same; an error is not kept. Where a
 *   source, such as a replica, does not answer, whoever asks another one does not wait for it
 */
export function shortCache<T>({
  keep_ms,
  max_kept,
}: ShortCacheOptions): (source: object, key: string, read: () => Promise<T>) => Promise<T> {
  const kept_of = new WeakMap<object, Map<string, Kept<T>>>();

  return (source, key, read) => {
    const kept = kept_of.get(source) ?? new Map<string, Kept<T>>();
    kept_of.set(source, kept);
    const now_ms = performance.now();
    const found = kept.get(key);
    if (found && found.until_ms > now_ms) return found.value;
    makeRoom(kept, now_ms, max_kept);
    const entry: Kept<T> = { value: read(), until_ms: Number.POSITIVE_INFINITY };
    kept.delete(key);
    kept.set(key, entry);
    // Whoever asked for it gets the error.
    entry.value.then(
      () => (entry.until_ms = performance.now() + keep_ms),
      () => {
        if (kept.get(key) === entry) kept.delete(key);
      },
    );
    return entry.value;
  };
}

/** In the order in which reading began. */
function makeRoom(kept: Map<string, Kept<unknown>>, now_ms: number, max_kept: number): void {
  for (const [key, { until_ms }] of kept) {
    if (until_ms > now_ms && kept.size < max_kept) return;
    kept.delete(key);
  }
}

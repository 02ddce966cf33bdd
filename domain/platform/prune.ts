/** What retention jobs share: rows are deleted in bounded batches, each a statement of its own. */
import { systemTimeIn } from '../../core/clock.ts';
import { DAY_MS } from '../../core/local-date.ts';

/** Rows that one statement deletes, in a fraction of a second: nobody waits long for its locks. */
export const PRUNED_AT_ONCE = 1_000;
/** How long one run of a job deletes; the next run takes the rest. A worker that ends waits for it. */
const MAX_RUN_MS = 10_000;

/** A table whose rows idempotency keys stand for, and the statuses of unfinished rows. Each module lists its own. */
export interface KeySubject {
  table: string;
  /** Whether its ids are bare uuids, as the ledger's, and not prefixed texts. */
  uuid?: boolean;
  /** None where what a key stands for is complete at once. */
  unfinished: readonly string[];
}

/** The moment before which rows are deleted that are kept for so many days; by system time, whatever a test clock shows. */
export function keptSince(days: number): Date {
  return systemTimeIn(-days * DAY_MS);
}

/**
 * Deletes until a batch was not full, or the time of a run is over.
 * @param deleteBatch deletes up to so many rows and answers how many they were
 * @returns how many were deleted
 */
export async function pruneInBatches(deleteBatch: (limit: number) => Promise<number>): Promise<number> {
  const until_ms = performance.now() + MAX_RUN_MS;
  let deleted = 0;
  for (let count = PRUNED_AT_ONCE; count === PRUNED_AT_ONCE && performance.now() < until_ms;) {
    count = await deleteBatch(PRUNED_AT_ONCE);
    deleted += count;
  }
  return deleted;
}

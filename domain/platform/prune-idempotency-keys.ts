/** Deletes idempotency keys that are old: nobody repeats a request after so long. A key of something unfinished is kept. */
import type { Context } from './context.ts';
import { deleteOldKeys } from './idempotency.sql.ts';
import { keptSince, pruneInBatches } from './prune.ts';

/** @returns how many were deleted */
export function pruneIdempotencyKeys({ db, config, key_subjects }: Context): Promise<number> {
  const deleteBatch = deleteOldKeys(key_subjects);
  const kept_since = keptSince(config.keep_idempotency_keys_days);
  return pruneInBatches((limit) => deleteBatch(db, { kept_since, limit }));
}

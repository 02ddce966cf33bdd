/** What batches are made with elsewhere. */
import { MAX_BATCH_BYTES, MAX_BATCH_ROWS } from './read-lines.rules.ts';

export { requireBookable } from './check-batch.ts';
export { newBatchId as newId, storeBatch as store } from './store-batch.ts';

/** Of the file of a batch. */
export const LIMITS = { max_bytes: MAX_BATCH_BYTES, max_rows: MAX_BATCH_ROWS };

/** What batches are made with elsewhere. */
import { MAX_BATCH_BYTES, MAX_BATCH_ROWS } from './read-lines.rules.ts';

export { requireBookable } from './check-batch.ts';
export { newBatchId as newId, replaceLines as replace, storeBatch as store } from './store-batch.ts';

/** In the order of the file. */
export { readLines as read } from './read-batches.ts';

/** Of the file of a batch. */
export const LIMITS = { max_bytes: MAX_BATCH_BYTES, max_rows: MAX_BATCH_ROWS };

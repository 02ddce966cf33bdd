/** How large a request may be that has the file of a batch in it. */
import { MAX_BATCH_BYTES } from '../../domain/batches/index.ts';

/** The file, with what JSON escapes in it. */
export const BATCH_BODY_BYTES = 2 * MAX_BATCH_BYTES + 1024 * 1024;

/** The rows that the idempotency keys of this module created. */
import type { KeySubject } from '../platform/prune.ts';

export const batchKeySubjects: readonly KeySubject[] = [
  { table: 'sacco_movement_batches', unfinished: ['awaiting_approval', 'posting'] },
];

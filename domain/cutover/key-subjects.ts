/** The rows that the idempotency keys of this module created. */
import type { KeySubject } from '../platform/prune.ts';

export const cutOverKeySubjects: readonly KeySubject[] = [
  { table: 'sacco_imports', unfinished: ['checking', 'awaiting_approval', 'importing'] },
];

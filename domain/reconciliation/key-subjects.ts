/** The rows that the idempotency keys of this module created. */
import type { KeySubject } from '../platform/prune.ts';

export const reconciliationKeySubjects: readonly KeySubject[] = [
  { table: 'reconciliation_runs', unfinished: ['importing', 'open'] },
];

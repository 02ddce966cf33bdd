/** What idempotency keys of this module stand for. */
import type { KeySubject } from '../platform/prune.ts';

export const reconciliationKeySubjects: readonly KeySubject[] = [
  { table: 'reconciliation_runs', unfinished: ['importing', 'open'] },
];

/** What idempotency keys of the books stand for: a period. */
import type { KeySubject } from '../platform/prune.ts';
import { WAITING } from './period.model.ts';

export const accountingKeySubjects: readonly KeySubject[] = [
  { table: 'accounting_periods', unfinished: WAITING },
];

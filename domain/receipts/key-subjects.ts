/** What idempotency keys of refunds of unallocated money stand for: a receipt. */
import type { KeySubject } from '../platform/prune.ts';

export const receiptKeySubjects: readonly KeySubject[] = [
  { table: 'sacco_receipts', unfinished: ['refunding'] },
];

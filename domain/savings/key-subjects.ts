/** What idempotency keys of opening empty accounts and of giving notice stand for: both are complete at once. */
import type { KeySubject } from '../platform/prune.ts';

export const savingsKeySubjects: readonly KeySubject[] = [
  { table: 'sacco_savings_accounts', unfinished: [] },
  { table: 'sacco_savings_notices', unfinished: [] },
];

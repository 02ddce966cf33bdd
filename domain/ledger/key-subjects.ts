/** What idempotency keys of this module stand for. */
import type { KeySubject } from '../platform/prune.ts';

export const ledgerKeySubjects: readonly KeySubject[] = [
  { table: 'ledger_manual_transfers', uuid: true, unfinished: ['pending'] },
  // A hold that is pending can still be captured.
  { table: 'ledger_holds', uuid: true, unfinished: ['requested', 'pending'] },
];

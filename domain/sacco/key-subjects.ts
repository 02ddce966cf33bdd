/** What idempotency keys of the SACCO stand for, of loans and dividends too: an entry. */
import type { KeySubject } from '../platform/prune.ts';
import { ENTRY_STATUSES, ENTRY_TRANSITIONS } from './entries/entry.rules.ts';

export const saccoKeySubjects: readonly KeySubject[] = [
  {
    table: 'sacco_entries',
    unfinished: ENTRY_STATUSES.filter((status) => ENTRY_TRANSITIONS[status].length > 0),
  },
];

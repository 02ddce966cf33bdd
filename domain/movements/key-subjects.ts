/** What idempotency keys of movements stand for: an entry. */
import type { KeySubject } from '../platform/prune.ts';
import { ENTRY_STATUSES, ENTRY_TRANSITIONS } from './entries/entry.rules.ts';

export const movementKeySubjects: readonly KeySubject[] = [
  {
    table: 'sacco_entries',
    unfinished: ENTRY_STATUSES.filter((status) => ENTRY_TRANSITIONS[status].length > 0),
  },
];

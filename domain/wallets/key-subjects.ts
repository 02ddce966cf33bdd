/** What idempotency keys of this module stand for. */
import type { KeySubject } from '../platform/prune.ts';

export const walletKeySubjects: readonly KeySubject[] = [
  { table: 'wallet_movements', uuid: true, unfinished: ['pending'] },
];

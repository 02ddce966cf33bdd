/** The subjects of this module's idempotency keys. */
import type { KeySubject } from '../platform/prune.ts';

export const walletKeySubjects: readonly KeySubject[] = [
  { table: 'wallet_movements', uuid: true, unfinished: ['pending'] },
];

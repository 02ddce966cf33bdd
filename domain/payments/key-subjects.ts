/** The subjects of this module's idempotency keys. */
import type { KeySubject } from '../platform/prune.ts';
import { isFinal, PAYMENT_STATUSES } from './payment.rules.ts';
import { isEnd, PAYOUT_STATUSES } from './payouts/payout.rules.ts';

export const paymentKeySubjects: readonly KeySubject[] = [
  { table: 'payments', unfinished: PAYMENT_STATUSES.filter((status) => !isFinal(status)) },
  { table: 'refunds', unfinished: ['pending', 'processing'] },
  { table: 'payouts', unfinished: PAYOUT_STATUSES.filter((status) => !isEnd(status)) },
];

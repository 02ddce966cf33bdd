/** How the steps of a payment or a payout are marked. */
import { expect, test } from 'vitest';
import { markOf } from '../../dashboard/pages/payments/timeline.rules.ts';

test.each([
  ['payment.completed', 'good'],
  ['refund.requested', 'good'],
  ['payout.approved', 'good'],
  ['payment.failed', 'bad'],
  ['refund.cancelled', 'bad'],
  ['payout.not_sent', 'bad'],
  ['payment.mismatch', 'notice'],
  ['payment.overpaid', 'notice'],
  ['refund.provider_id_refused', 'notice'],
  ['payout.contradicted', 'notice'],
])('%s is %s', (type, mark) => {
  expect(markOf(type)).toBe(mark);
});

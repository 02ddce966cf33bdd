/** For providers that report all refunds of a payment with one status: whether it is about this refund. Pure. */
import type { PaymentRow } from '../payment.model.ts';
import type { RefundRow } from '../refunds/refund.model.ts';

/** Whether no other refund of the payment is under way or was made: the payment's status is then this refund's. */
export function isOnlyRefund(
  { refunding_minor }: Pick<PaymentRow, 'refunding_minor'>,
  { amount_minor }: Pick<RefundRow, 'amount_minor'>,
): boolean {
  return refunding_minor === amount_minor;
}

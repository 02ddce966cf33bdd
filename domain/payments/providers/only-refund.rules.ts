/** Providers that tell of a payment's refunds with one status of the payment do not say which refund they mean. Pure. */
import type { PaymentRow } from '../payment.model.ts';
import type { RefundRow } from '../refunds/refund.model.ts';

/** Is this the only refund of the payment that is under way or was made? What is said of the payment is then said of it. */
export function isOnlyRefund(
  { refunding_minor }: Pick<PaymentRow, 'refunding_minor'>,
  { amount_minor }: Pick<RefundRow, 'amount_minor'>,
): boolean {
  return refunding_minor === amount_minor;
}

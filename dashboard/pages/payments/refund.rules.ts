/** What is left to refund of a payment, for the amount that is proposed; the API decides. */
import type { Payment, Refund } from '../../generated/wire.ts';

/** @returns minor units: the payment less the refunds that went through or are under way */
export function leftToRefund(
  { amount_minor }: Pick<Payment, 'amount_minor'>,
  refunds: readonly Pick<Refund, 'amount_minor' | 'status'>[],
): bigint {
  return refunds
    .filter(({ status }) => status !== 'failed' && status !== 'cancelled')
    .reduce((left, refund) => left - BigInt(refund.amount_minor), BigInt(amount_minor));
}

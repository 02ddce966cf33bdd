/** A refund by payout to the payer, through the channel that the payer chose. */
import { given } from '../../../../core/given.ts';
import type { PaymentRow } from '../../payment.model.ts';
import type { RefundRow } from '../../refunds/refund.model.ts';
import { textOf } from '../answer-text.rules.ts';
import type { ProviderRefund, RefundSetup } from '../provider.port.ts';
import { PHONE } from './gateway.ts';
import { fetchTransfer, transferOut, type Transferred } from './payout-transfer.ts';

export async function refundByPayout(
  payment: PaymentRow,
  refund: RefundRow,
  setup: RefundSetup,
): Promise<ProviderRefund> {
  // The payer on the page may not be the customer of the payment.
  const phone = payment.provider_data['payer_phone'] ?? payment.customer_phone ?? '';
  const method = channelOf(payment, setup.credentials);
  if (method === null || !PHONE.test(phone))
    return {
      status: 'failed',
      failure_code: 'payee_not_found',
      failure_message: 'The channel or phone to which the money could go back is not known.',
    };
  const { id, amount_minor } = refund;
  const transfer = { id, amount_minor, reason: `Refund ${id}`, method, receiver: phone };
  const earlier = refund.attempts > 0 ? await fetchTransfer(transfer, setup) : null;
  return refundOf(earlier ?? (await transferOut(transfer, setup)));
}

/** The channel through which the payer paid; else the one that was chosen. */
function channelOf(
  { provider_data, metadata }: PaymentRow,
  { payment_method }: Record<string, string>,
): string | null {
  return provider_data['payment_via'] ?? textOf(metadata['payment_method']) ?? payment_method ?? null;
}

function refundOf({ txn_id, ...transferred }: Transferred): ProviderRefund {
  const ids = given({ provider_refund_id: txn_id });
  return transferred.status === 'failed'
    ? { ...transferred, ...ids }
    : { status: transferred.status, ...ids };
}

/**
 * A refund by payout from the merchant's deposit. Its id is the refund's own and unique at SantimPay: one that may have arrived is
 * looked up under it before it is asked for again.
 */
import { given } from '../../../../core/given.ts';
import { parseDecimal } from '../../../../core/money.ts';
import type { PaymentRow } from '../../payment.model.ts';
import type { FailureCode } from '../../payment.rules.ts';
import type { RefundRow } from '../../refunds/refund.model.ts';
import { sanitize, textOf } from '../answer-text.rules.ts';
import { ProviderUnavailable, type ProviderRefund, type RefundSetup } from '../provider.port.ts';
import { failureCode, failureOf, isDuplicate, statusOf } from './answers.rules.ts';
import { call, fetchTransaction, PAYER_PHONE, refusalOf, signedFields } from './gateway.ts';

export async function payOut(
  payment: PaymentRow,
  refund: RefundRow,
  setup: RefundSetup,
): Promise<ProviderRefund> {
  // The payer on the page may not be the customer of the payment.
  const phone = payment.provider_data['payer_phone'] ?? payment.customer_phone ?? '';
  const method = channelOf(payment, setup.credentials);
  if (method === null || !PAYER_PHONE.test(phone))
    return failed('payee_not_found', 'The channel or phone to which the money could go back is not known.');
  const is_repeated = refund.attempts > 0;
  const made = is_repeated ? await fetchTransaction(refund.id, setup) : null;
  if (made) return standing(made, refund);
  const channel = { paymentMethod: method, phoneNumber: phone };
  const request = {
    id: refund.id,
    clientReference: refund.id,
    ...signedFields({ amount_minor: refund.amount_minor, reason: `Refund ${refund.id}` }, setup, channel),
    receiverAccountNumber: phone,
    paymentMethod: method,
    notifyUrl: setup.callback_url,
  };
  const answer = await call(setup, '/payout-transfer', { body: request, repeatable: false });
  const refusal = refusalOf(answer);
  if (refusal === null) return { status: 'pending' };
  // It arrived before, or while this one was on its way: the next attempt fetches its status.
  if (isDuplicate(refusal)) return { status: 'pending' };
  // An earlier request, which was still on its way when it was looked up, may be why this one is refused.
  const made_since = is_repeated ? await fetchTransaction(refund.id, setup) : null;
  return made_since ? standing(made_since, refund) : failed(failureCode(refusal), sanitize(refusal));
}

/** The channel through which the payer paid; else the one that was chosen. */
function channelOf(
  { provider_data, metadata }: PaymentRow,
  { payment_method }: Record<string, string>,
): string | null {
  return provider_data['payment_via'] ?? textOf(metadata['payment_method']) ?? payment_method ?? null;
}

/** @throws ProviderUnavailable when what was made is not what was asked for: left for a person */
function standing(made: Record<string, unknown>, { amount_minor }: RefundRow): ProviderRefund {
  const amounts = ['amount', 'totalAmount'].map((name) => parseDecimal(textOf(made[name]) ?? ''));
  if (!amounts.includes(amount_minor))
    throw new ProviderUnavailable('the payout that was made is of another amount');
  const ids = given({ provider_refund_id: textOf(made['txnId']) });
  const status = statusOf(made);
  if (status === 'completed') return { status: 'succeeded', ...ids };
  const failure = failureOf(made);
  return failure ? { status: 'failed', ...failure, ...ids } : { status: 'pending', ...ids };
}

function failed(failure_code: FailureCode, failure_message: string): ProviderRefund {
  return { status: 'failed', failure_code, failure_message };
}

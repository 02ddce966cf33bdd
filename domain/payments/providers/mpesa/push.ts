/**
 * Collects a payment: a prompt on the payer's phone. Safaricom does not recognise a second push of the same payment, so a push
 * is sent once, even when its answer is lost.
 */
import { systemNow } from '../../../../core/clock.ts';
import { given } from '../../../../core/given.ts';
import type { PaymentRow } from '../../payment.model.ts';
import { sanitize, textOf } from '../answer-text.rules.ts';
import {
  ProviderUnavailable,
  type CreateSetup,
  type ProviderCreated,
  type ProviderSetup,
  type ProviderStatus,
} from '../provider.port.ts';
import { isAwaitingPayer, isPushRefused, messageOf, outcomeOf, pushFailureCode } from './answers.rules.ts';
import { call } from './client.ts';
import { marketOf } from './markets.rules.ts';
import { passwordOf, timestampOf } from './password.rules.ts';
import { accountReference, wholeAmount } from './requests.rules.ts';

/** At most 13 characters. */
const DESCRIPTION = 'Payment';

export async function createPush(payment: PaymentRow, setup: CreateSetup): Promise<ProviderCreated> {
  const { credentials } = setup;
  const { shortcode, party_b, transaction_type } = credentials;
  const phone = (payment.customer_phone ?? '').replace(/^\+/, '');
  const reference = accountReference(payment.reference, payment.id);
  const request = {
    ...passwordFields(credentials),
    TransactionType: transaction_type ?? 'CustomerPayBillOnline',
    Amount: wholeAmount(payment.amount_minor),
    PartyA: phone,
    PartyB: party_b ?? shortcode,
    PhoneNumber: phone,
    CallBackURL: setup.callback_url,
    AccountReference: reference,
    TransactionDesc: DESCRIPTION,
    ...(credentials['country'] === 'ET'
      ? { MerchantRequestID: payment.id, ReferenceData: [{ Key: 'AccountReference', Value: reference }] }
      : {}),
  };
  const { paths } = marketOf(credentials);
  const { status_code, body } = await call(setup, paths.push, { body: request, repeatable: false });
  if (status_code < 300 && textOf(body['ResponseCode']) === '0') return accepted(body);
  if (!isPushRefused(status_code, body)) throw new ProviderUnavailable(`answered ${status_code}`);
  const message = messageOf(body) ?? `answered ${status_code}`;
  return { status: 'failed', failure_code: pushFailureCode(message), failure_message: sanitize(message) };
}

function accepted(body: Record<string, unknown>): ProviderCreated {
  return {
    status: 'pending',
    next_action: { type: 'prompt', message: 'Enter your M-PESA PIN on your phone to approve the payment.' },
    remember: given({
      checkout_request_id: textOf(body['CheckoutRequestID']),
      merchant_request_id: textOf(body['MerchantRequestID']),
    }),
  };
}

function passwordFields({ shortcode = '', passkey = '' }: Record<string, string>): Record<string, string> {
  const timestamp = timestampOf(systemNow());
  return {
    BusinessShortCode: shortcode,
    Password: passwordOf(shortcode, passkey, timestamp),
    Timestamp: timestamp,
  };
}

/**
 * The answer names no amount: the payer was asked for the payment's, and cannot change it.
 * @returns null where the push cannot be asked for, because its answer was lost and no callback has come
 * @throws ProviderUnavailable
 */
export async function queryPush(
  { id, provider_data }: PaymentRow,
  setup: ProviderSetup,
  path: string,
): Promise<ProviderStatus | null> {
  const { checkout_request_id, receipt } = provider_data;
  if (checkout_request_id === undefined) return null;
  const request = { ...passwordFields(setup.credentials), CheckoutRequestID: checkout_request_id };
  const { status_code, body } = await call(setup, path, { body: request, repeatable: true });
  if (isAwaitingPayer(body)) return { status: 'pending' };
  if (status_code >= 300 || textOf(body['ResponseCode']) !== '0')
    throw new ProviderUnavailable(`the status was refused: answered ${status_code}`);
  const description = textOf(body['ResultDesc']);
  const asked_for_ours = textOf(body['CheckoutRequestID']) === checkout_request_id;
  return {
    ...outcomeOf(textOf(body['ResultCode']), description === null ? null : sanitize(description)),
    reference: asked_for_ours ? id : textOf(body['CheckoutRequestID']),
    ...given({ provider_txn_id: receipt }),
  };
}

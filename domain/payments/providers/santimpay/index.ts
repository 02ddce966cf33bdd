/**
 * SantimPay (Ethiopia): a hosted payment page or a push to the payer's phone, a status API, signed callbacks. It has payouts but no
 * refunds; a payout to the payer replaces a refund where the project enables that.
 */
import joi from 'joi';
import { given } from '../../../../core/given.ts';
import { refusal } from '../../../../core/errors.ts';
import type { Currency } from '../../../../core/money.ts';
import { normalisePhone } from '../../../../core/phone.ts';
import type { PaymentRow } from '../../payment.model.ts';
import type { NextAction } from '../../payment.rules.ts';
import { pageUrl, sanitize, textOf } from '../answer-text.rules.ts';
import type { ProviderAnswer } from '../http.ts';
import { checkedText, visibleText } from '../configuration/credential-schemas.ts';
import { readPrivateKey, readPublicKey } from '../keys.ts';
import { START_AGAIN } from '../next-actions.ts';
import {
  ProviderUnavailable,
  type Capabilities,
  type CreateSetup,
  type CredentialField,
  type ProposedPayment,
  type Provider,
  type ProviderCreated,
  type ProviderSetup,
  type ProviderStatus,
} from '../provider.port.ts';
import { amountTaken, failureCode, failureOf, isDuplicate, statusName, statusOf } from './answers.rules.ts';
import { readCallback } from './callback.ts';
import { call, fetchTransaction, PHONE, refusalOf, signedFields } from './gateway.ts';
import { payouts } from './payout.ts';
import { refundByPayout } from './refund.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const CURRENCIES: Currency[] = ['ETB', 'USD'];

/** Channels whose phones can be pushed to, and paid out to. */
const PAYMENT_METHODS = ['Telebirr', 'CBEBirr', 'MPESA'];

const CONFIRM: NextAction = { type: 'prompt', message: 'Confirm the payment on your phone.' };

const CREDENTIALS: CredentialField[] = [
  {
    name: 'merchant_id',
    schema: joi
      .string()
      .required()
      .pattern(UUID)
      .messages({ 'string.pattern.base': "{{#label}} must be SantimPay's merchant id, a UUID" }),
  },
  {
    name: 'token',
    schema: visibleText('the gateway token, without spaces').required(),
  },
  {
    name: 'private_key',
    schema: checkedText(
      (text) => readPrivateKey(text, 'P-256') !== null,
      'an EC P-256 private key: PEM, or base64 of PKCS#8',
    ).required(),
  },
  { name: 'currency', schema: joi.string().valid(...CURRENCIES), open: true },
  { name: 'payment_method', schema: joi.string().valid(...PAYMENT_METHODS), open: true },
  { name: 'refund_via_payout', schema: joi.string().valid('true', 'false'), open: true },
  {
    name: 'callback_public_key',
    schema: checkedText(
      (text) => readPublicKey(text, 'P-256') !== null,
      'an EC P-256 public key: PEM, or base64 of SPKI',
    ),
  },
];

const CAPABILITIES: Capabilities = {
  status_api: true,
  refunds: false,
  partial_refunds: false,
  payouts: true,
  callbacks_signed: true,
  needs_callback: true,
};

export const santimpay: Provider = {
  name: 'santimpay',
  title: 'SantimPay',
  payer_hint: 'telebirr, CBE Birr, M-PESA and banks',
  currencies: CURRENCIES,
  // No request names a currency: whatever is asked for, the payer is charged in the account's. Every account that is known
  // of is in birr.
  termsOfAccount: ({ currency, refund_via_payout }) => ({
    currencies: [(currency ?? 'ETB') as Currency],
    ...(refund_via_payout === 'true'
      ? { capabilities: { ...CAPABILITIES, refunds: true, partial_refunds: true } }
      : {}),
  }),
  environments: ['test', 'live'],
  needs_phone: true,
  capabilities: CAPABILITIES,
  amount_step_minor: 1n,
  expiry_s: 24 * 3_600,
  credentials: CREDENTIALS,
  base_urls: {
    test: 'https://testnet.santimpay.com/api/v1/gateway',
    live: 'https://services.santimpay.com/api/v1/gateway',
  },
  // The id is unique: a second request under it is refused.
  create_repeatable: true,
  validate,
  create,
  fetchStatus,
  refund: refundByPayout,
  payouts,
  readCallback,
};

async function create(payment: PaymentRow, setup: CreateSetup): Promise<ProviderCreated> {
  const method = paymentMethod(payment.metadata, setup.credentials);
  const answer = await (method === null ? initiate(payment, setup) : push(payment, setup, method));
  const refusal = refusalOf(answer);
  // A repeat of a call whose answer was lost: the status is fetched immediately.
  if (refusal !== null && isDuplicate(refusal))
    return { status: 'pending', next_action: method === null ? START_AGAIN : CONFIRM, check_after_ms: 0 };
  if (refusal !== null)
    return { status: 'failed', failure_code: failureCode(refusal), failure_message: sanitize(refusal) };
  if (method !== null) return { status: 'pending', next_action: CONFIRM };
  const url = pageUrl(textOf(answer.body['url'])?.replaceAll('&amp;', '&'));
  if (url === null) throw new ProviderUnavailable('the answer names no payment page');
  return { status: 'pending', next_action: { type: 'redirect', url } };
}

function initiate(payment: PaymentRow, setup: CreateSetup): Promise<ProviderAnswer> {
  const phone = payment.customer_phone;
  const request = {
    id: payment.id,
    ...signedFields({ amount_minor: payment.amount_minor, reason: payment.reference }, setup),
    successRedirectUrl: setup.return_url,
    failureRedirectUrl: setup.return_url,
    cancelRedirectUrl: setup.return_url,
    notifyUrl: setup.callback_url,
    ...(phone && PHONE.test(phone) ? { phoneNumber: phone } : {}),
  };
  // Sent twice, the second would be refused as a duplicate and its answer name no payment page.
  return call(setup, '/initiate-payment', { body: request, repeatable: false });
}

/** Without a page: the payer is prompted on the phone. */
function push(payment: PaymentRow, setup: CreateSetup, method: string): Promise<ProviderAnswer> {
  const channel = { paymentMethod: method, phoneNumber: payment.customer_phone ?? '' };
  const request = {
    id: payment.id,
    ...signedFields({ amount_minor: payment.amount_minor, reason: payment.reference }, setup, channel),
    ...channel,
    notifyUrl: setup.callback_url,
  };
  return call(setup, '/direct-payment', { body: request, repeatable: false });
}

/** The channel that is pushed to, chosen for the payment or for all of the account; null: the payer chooses on the page. */
function paymentMethod(
  { payment_method: chosen }: Record<string, unknown>,
  { payment_method }: Record<string, string>,
): string | null {
  return textOf(chosen) ?? payment_method ?? null;
}

function validate({ customer_phone, metadata }: ProposedPayment, credentials: Record<string, string>): void {
  if (paymentMethod(metadata, credentials) !== null && !PHONE.test(customer_phone ?? ''))
    throw refusal('phone_not_supported', 'SantimPay asks phones of Ethiopia only.');
}

async function fetchStatus(payment: PaymentRow, setup: ProviderSetup): Promise<ProviderStatus | null> {
  const transaction = await fetchTransaction(payment.id, setup);
  if (!transaction) return null;
  const answer = readStatus(transaction);
  const next_action = paymentMethod(payment.metadata, setup.credentials) === null ? START_AGAIN : CONFIRM;
  return {
    ...answer,
    remember: payerIn(transaction),
    ...(answer.status === 'pending' && payment.next_action === null ? { next_action } : {}),
  };
}

/** A refund goes back to the payer, through the channel that the payer chose. */
function payerIn(transaction: Record<string, unknown>): Record<string, string> {
  const payment_via = textOf(transaction['paymentVia']) ?? textOf(transaction['payment_via']);
  const payer_phone = normalisePhone(textOf(transaction['msisdn']) ?? '', 'ETB');
  return given({ payment_via: payment_via && sanitize(payment_via), payer_phone });
}

function readStatus(body: Record<string, unknown>): ProviderStatus {
  // Unknown names only mean that nothing is decided yet.
  const known = statusOf(body);
  const status = known ?? 'pending';
  const { amount_minor, fee } = amountTaken(body);
  return {
    status,
    amount_minor,
    currency: textOf(body['currency']),
    reference: textOf(body['thirdPartyId']) ?? textOf(body['clientReference']),
    ...given({
      unknown_status: known ? null : sanitize(statusName(body) ?? ''),
      fee,
      provider_txn_id: textOf(body['txnId']),
    }),
    ...failureOf(body),
  };
}

/** SantimPay (Ethiopia): a hosted payment page, a status API, signed callbacks; refunds are made by hand. */
import type { KeyObject } from 'node:crypto';
import { systemNow } from '../../../../core/clock.ts';
import { ExactNumber, toJson } from '../../../../core/json.ts';
import type { Currency } from '../../../../core/money.ts';
import type { PaymentRow } from '../../payment.model.ts';
import type { NextAction } from '../../payment.rules.ts';
import { callProvider, type ProviderAnswer } from '../http.ts';
import {
  ProviderUnavailable,
  type CreateSetup,
  type CredentialField,
  type Provider,
  type ProviderCreated,
  type ProviderSetup,
  type ProviderStatus,
} from '../provider.port.ts';
import {
  amountTaken,
  failureCode,
  isDuplicate,
  isNotFound,
  isTransaction,
  refusalIn,
  statusName,
  statusOf,
  textOf,
} from './answers.rules.ts';
import { readCallback } from './callback.ts';
import { readPrivateKey, readPublicKey } from './keys.ts';
import { signToken } from './signed-token.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Ethiopian mobile numbers, the only ones that SantimPay takes. */
const PAYER_PHONE = /^\+251[79]\d{8}$/;
/**
 * The address of the payment page is in the answer to the creation and nowhere else: once that is lost, this payment cannot
 * be paid, and asking again is refused as a duplicate.
 */
const START_AGAIN: NextAction = {
  type: 'prompt',
  message: 'The payment page could not be opened. Please start the payment again.',
};
/** A refusal's message is kept so far. */
const MAX_MESSAGE = 300;

const CURRENCIES: Currency[] = ['ETB', 'USD'];

const CREDENTIALS: CredentialField[] = [
  {
    name: 'merchant_id',
    optional: false,
    problem: (text) => (UUID.test(text) ? null : "must be SantimPay's merchant id, a UUID"),
  },
  {
    name: 'token',
    optional: false,
    // It becomes a header.
    problem: (text) => (/^[\x21-\x7e]+$/.test(text) ? null : 'must be the gateway token, without spaces'),
  },
  {
    name: 'private_key',
    optional: false,
    problem: (text) =>
      readPrivateKey(text) ? null : 'must be an EC P-256 private key: PEM, or base64 of PKCS#8',
  },
  {
    name: 'currency',
    optional: true,
    open: true,
    problem: (text) => (CURRENCIES.includes(text as Currency) ? null : `must be ${CURRENCIES.join(' or ')}`),
  },
  {
    name: 'callback_public_key',
    optional: true,
    problem: (text) =>
      readPublicKey(text) ? null : 'must be an EC P-256 public key: PEM, or base64 of SPKI',
  },
];

export const santimpay: Provider = {
  name: 'santimpay',
  currencies: CURRENCIES,
  // No request names a currency. Every account that is known of is in birr.
  account_currency: ({ currency }) => (currency ?? 'ETB') as Currency,
  environments: ['test', 'live'],
  needs_phone: true,
  capabilities: { status_api: true, refunds: false, partial_refunds: false },
  expiry_s: 24 * 3_600,
  credentials: CREDENTIALS,
  base_urls: {
    test: 'https://testnet.santimpay.com/api/v1/gateway',
    live: 'https://services.santimpay.com/api/v1/gateway',
  },
  create,
  fetchStatus,
  readCallback,
};

async function create(payment: PaymentRow, setup: CreateSetup): Promise<ProviderCreated> {
  const { status_code, body } = await initiate(payment, setup);
  const refusal = refusalIn(body) ?? (status_code >= 400 ? (textOf(body['message']) ?? 'refused') : null);
  // Asked again although it was never answered: what became of the first call is asked at once.
  if (refusal !== null && isDuplicate(refusal))
    return { status: 'pending', next_action: START_AGAIN, check_after_ms: 0 };
  if (refusal !== null)
    return { status: 'failed', failure_code: failureCode(refusal), failure_message: shown(refusal) };
  const url = textOf(body['url'])?.replaceAll('&amp;', '&');
  if (!url || !/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new ProviderUnavailable('the answer names no payment page');
  return { status: 'pending', next_action: { type: 'redirect', url } };
}

function initiate(payment: PaymentRow, setup: CreateSetup): Promise<ProviderAnswer> {
  const { merchant_id: merchantId } = setup.credentials;
  const amount = new ExactNumber(payment.amount_minor);
  const reason = payment.reference;
  const phone = payment.customer_phone;
  const request = {
    id: payment.id,
    amount,
    reason,
    merchantId,
    signedToken: signToken(
      { amount, paymentReason: reason, merchantId, generated: generated() },
      signingKey(setup),
    ),
    successRedirectUrl: setup.return_url,
    failureRedirectUrl: setup.return_url,
    cancelRedirectUrl: setup.return_url,
    notifyUrl: setup.callback_url,
    ...(phone && PAYER_PHONE.test(phone) ? { phoneNumber: phone } : {}),
  };
  // Sent twice, the second would be refused as a duplicate and its answer name no payment page.
  return call(setup, '/initiate-payment', request, { repeatable: false });
}

async function fetchStatus(payment: PaymentRow, setup: ProviderSetup): Promise<ProviderStatus | null> {
  const { merchant_id } = setup.credentials;
  const request = {
    id: payment.id,
    merchantId: merchant_id,
    // This call alone spells the claim merId.
    signedToken: signToken({ id: payment.id, merId: merchant_id, generated: generated() }, signingKey(setup)),
    // Clients in use spell it either way.
    fullParams: true,
    fullParam: true,
  };
  const { status_code, body } = await call(setup, '/fetch-transaction-status', request, { repeatable: true });
  if (!isTransaction(body)) {
    const said = refusalIn(body) ?? textOf(body['message']) ?? `answered ${status_code}`;
    if (status_code === 404 || isNotFound(said)) return null;
    throw new ProviderUnavailable(`the status was refused: ${shown(said)}`);
  }
  const answer = readStatus(body);
  const is_unreachable = answer.status === 'pending' && payment.next_action === null;
  return is_unreachable ? { ...answer, next_action: START_AGAIN } : answer;
}

function readStatus(body: Record<string, unknown>): ProviderStatus {
  // Unknown names only mean that nothing is decided yet.
  const known = statusOf(body);
  const status = known ?? 'pending';
  const { amount_minor, fee } = amountTaken(body);
  const provider_txn_id = textOf(body['txnId']);
  const said = textOf(body['StatusReason']) ?? textOf(body['message']);
  return {
    status,
    amount_minor,
    currency: textOf(body['currency']),
    reference: textOf(body['thirdPartyId']) ?? textOf(body['clientReference']),
    ...(known ? {} : { unknown_status: shown(statusName(body) ?? '') }),
    ...(fee ? { fee } : {}),
    ...(provider_txn_id ? { provider_txn_id } : {}),
    ...(status === 'failed'
      ? {
          failure_code: said ? failureCode(said) : (statusName(body)?.toLowerCase() ?? 'failed'),
          ...(said ? { failure_message: shown(said) } : {}),
        }
      : {}),
  };
}

function call(
  setup: ProviderSetup,
  path: string,
  body: object,
  { repeatable }: { repeatable: boolean },
): Promise<ProviderAnswer> {
  return callProvider(setup.base_url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${setup.credentials['token']}` },
    body: { json: toJson(body) },
    deadline_ms: setup.deadline_ms,
    repeatable,
  });
}

/** The token's age, in seconds of real time. */
function generated(): number {
  return Math.floor(systemNow().getTime() / 1_000);
}

function signingKey({ credentials }: ProviderSetup): KeyObject {
  const key = readPrivateKey(credentials['private_key'] ?? '');
  if (!key) throw new Error("SantimPay's private key was checked when it was saved and cannot be read now");
  return key;
}

/** A message from outside, fit to be stored and shown. */
function shown(message: string): string {
  return message.replace(/[\p{Cc}\p{Surrogate}]/gu, ' ').slice(0, MAX_MESSAGE);
}

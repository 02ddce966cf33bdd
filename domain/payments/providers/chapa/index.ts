/** Chapa (Ethiopia): a hosted payment page, a status API, refunds in whole and in part, transfers, signed webhooks. */
import joi from 'joi';
import { given } from '../../../../core/given.ts';
import { formatMinor } from '../../../../core/money.ts';
import { toJson } from '../../../../core/json.ts';
import type { PaymentRow } from '../../payment.model.ts';
import type { RefundRow } from '../../refunds/refund.model.ts';
import { pageUrl, textOf } from '../answer-text.rules.ts';
import type { ProviderAnswer } from '../http.ts';
import { START_AGAIN } from '../next-actions.ts';
import { isOnlyRefund } from '../only-refund.rules.ts';
import {
  ProviderUnavailable,
  type CreateSetup,
  type CredentialField,
  type Provider,
  type ProviderCreated,
  type ProviderRefund,
  type RefundSetup,
  type ProviderSetup,
  type ProviderStatus,
} from '../provider.port.ts';
import { nationalPhone } from './account.rules.ts';
import {
  dataOf,
  failureCode,
  isDuplicate,
  isRefunded,
  messageOf,
  refundStatusOf,
  statusOf,
} from './answers.rules.ts';
import { paymentNamedIn, readCallback } from './callback.ts';
import { call } from './client.ts';
import { payouts } from './payout.ts';

const MAX_DESCRIPTION = 50;
/** Stored with a refund once it was requested. */
const REQUESTED = 'requested_at';
const BASE_URL = 'https://api.chapa.co/v1';

const CREDENTIALS: CredentialField[] = [
  {
    name: 'secret_key',
    // Test and live are one system: the key alone decides which it is.
    schema: joi
      .string()
      .required()
      .when('$environment', {
        is: 'live',
        then: joi.string().pattern(/^CHASECK-[\x21-\x7e]+$/),
        otherwise: joi.string().pattern(/^CHASECK_TEST-[\x21-\x7e]+$/),
      })
      .messages({
        'string.pattern.base':
          '{{#label}} must be the secret key of this environment: CHASECK_TEST-… in test, CHASECK-… in live',
      }),
  },
  { name: 'webhook_secret', schema: joi.string() },
  { name: 'approval_secret', schema: joi.string() },
];

export const chapa: Provider = {
  name: 'chapa',
  title: 'Chapa',
  payer_hint: 'Mobile money, cards and banks',
  currencies: ['ETB', 'USD'],
  environments: ['test', 'live'],
  needs_phone: true,
  capabilities: {
    status_api: true,
    refunds: true,
    partial_refunds: true,
    payouts: true,
    callbacks_signed: true,
    needs_callback: false,
  },
  amount_step_minor: 1n,
  expiry_s: 24 * 3_600,
  credentials: CREDENTIALS,
  base_urls: { test: BASE_URL, live: BASE_URL },
  // tx_ref is unique: a second request under it is refused.
  create_repeatable: true,
  create,
  fetchStatus,
  refund,
  payouts,
  readCallback,
  paymentNamedIn,
};

async function create(payment: PaymentRow, setup: CreateSetup): Promise<ProviderCreated> {
  const phone_number = nationalPhone(payment.customer_phone ?? '');
  const description = payment.reference.replace(/[^\w. -]/g, ' ').slice(0, MAX_DESCRIPTION);
  const request = {
    amount: formatMinor(payment.amount_minor),
    currency: payment.currency,
    tx_ref: payment.id,
    ...given({ phone_number }),
    callback_url: setup.callback_url,
    return_url: setup.return_url,
    customization: { title: 'Payment', description },
  };
  const answer = await call(setup, '/transaction/initialize', {
    method: 'POST',
    body: { json: toJson(request) },
  });
  const url = pageUrl(dataOf(answer.body)?.['checkout_url']);
  if (answer.status_code < 300 && url !== null)
    return { status: 'pending', next_action: { type: 'redirect', url } };
  const failure_message = messageOf(answer.body);
  // A repeat of a call whose answer was lost: the status is fetched immediately.
  if (isDuplicate(failure_message)) return { status: 'pending', next_action: START_AGAIN, check_after_ms: 0 };
  if (answer.status_code < 300 && textOf(answer.body['status'])?.toLowerCase() !== 'failed')
    throw new ProviderUnavailable('the answer names no payment page');
  return { status: 'failed', failure_code: failureCode(failure_message), failure_message };
}

async function fetchStatus(payment: PaymentRow, setup: ProviderSetup): Promise<ProviderStatus | null> {
  const { status_code, body } = await verify(payment, setup);
  if (status_code === 404) return null;
  const answer = statusOf(body);
  const is_unreachable = answer.status === 'pending' && payment.next_action === null;
  return is_unreachable ? { ...answer, next_action: START_AGAIN } : answer;
}

function verify({ id }: PaymentRow, setup: ProviderSetup): Promise<ProviderAnswer> {
  return call(setup, `/transaction/verify/${id}`, { method: 'GET', repeatable: true });
}

/** Chapa does not document that it refuses a second refund under one reference, so a refund is requested once. */
async function refund(payment: PaymentRow, row: RefundRow, setup: RefundSetup): Promise<ProviderRefund> {
  if (row.provider_refund_id !== null) return refundByItsId(payment, row, setup);
  if (!(await setup.claimOnce(REQUESTED))) return refundByPayment(payment, row, setup);
  try {
    return await requestRefund(payment, row, setup);
  } catch (error) {
    if (error instanceof ProviderUnavailable && !error.may_have_acted) await setup.releaseClaim(REQUESTED);
    throw error;
  }
}

async function requestRefund(
  payment: PaymentRow,
  { id, amount_minor, reason }: RefundRow,
  setup: ProviderSetup,
): Promise<ProviderRefund> {
  const form = {
    ...(amount_minor === payment.amount_minor ? {} : { amount: formatMinor(amount_minor) }),
    ...given({ reason }),
    reference: id,
  };
  const { status_code, body } = await call(setup, `/refund/${payment.id}`, {
    method: 'POST',
    body: { form },
  });
  const refused = status_code >= 400 || textOf(body['status'])?.toLowerCase() === 'failed';
  if (refused) return failedRefund(body);
  return { status: 'pending', ...given({ provider_refund_id: textOf(dataOf(body)?.['ref_id']) }) };
}

async function refundByItsId(
  payment: PaymentRow,
  row: RefundRow,
  setup: ProviderSetup,
): Promise<ProviderRefund> {
  const path = `/refund/${encodeURIComponent(row.provider_refund_id as string)}/verify`;
  const { status_code, body } = await call(setup, path, { method: 'GET', repeatable: true });
  const status = status_code < 300 ? refundStatusOf(body) : 'pending';
  if (status === 'failed') return failedRefund(body);
  return status === 'pending' ? refundByPayment(payment, row, setup) : { status };
}

function failedRefund(body: ProviderAnswer['body']): ProviderRefund {
  const failure_message = messageOf(body);
  return { status: 'failed', failure_code: failureCode(failure_message), failure_message };
}

/** The payment's status says that it was refunded, but not by which refund: it may mean an earlier one. */
async function refundByPayment(
  payment: PaymentRow,
  row: RefundRow,
  setup: ProviderSetup,
): Promise<ProviderRefund> {
  if (!isOnlyRefund(payment, row)) return { status: 'pending' };
  const { body } = await verify(payment, setup);
  return { status: isRefunded(body) ? 'succeeded' : 'pending' };
}

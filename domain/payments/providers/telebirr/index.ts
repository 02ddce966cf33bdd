/** telebirr (Ethio telecom), H5 web checkout: a page on which the payer pays, a status API, refunds, signed notifications. */
import { given } from '../../../../core/given.ts';
import { formatMinor, parseDecimal } from '../../../../core/money.ts';
import type { PaymentRow } from '../../payment.model.ts';
import type { FailureCode } from '../../payment.rules.ts';
import type { RefundRow } from '../../refunds/refund.model.ts';
import { sanitize } from '../answer-text.rules.ts';
import { START_AGAIN } from '../next-actions.ts';
import { isOnlyRefund } from '../only-refund.rules.ts';
import {
  ProviderUnavailable,
  type CreateSetup,
  type Provider,
  type ProviderCreated,
  type ProviderRefund,
  type ProviderSetup,
  type ProviderStatus,
} from '../provider.port.ts';
import {
  contentOf,
  fieldOf,
  isDuplicate,
  isNotFound,
  readOrder,
  refundStatusOf,
  refusalIn,
  statusName,
  type Refusal,
} from './answers.rules.ts';
import { readCallback } from './callback.ts';
import { checkoutUrl } from './checkout-url.ts';
import { accountOf, CREDENTIALS, type Account } from './credentials.ts';
import { CallNotOffered, callGateway, nonce, timestamp } from './gateway.ts';
import { telebirrId, titleOf } from './order.rules.ts';

/** The longest that telebirr allows. */
const EXPIRY_MINUTES = 120;
/** The merchant receives the money at its short code. */
const PAYEE_BY_SHORT_CODE = '04';
const MAX_REASON = 100;
const NOT_ENABLED = 'telebirr has not enabled refunds for this merchant.';

const PRE_ORDER = { path: '/payment/v1/merchant/preOrder', method: 'payment.preorder' };
const QUERY_ORDER = { path: '/payment/v1/merchant/queryOrder', method: 'payment.queryorder' };
const REFUND = { path: '/payment/v1/merchant/refund', method: 'payment.refund' };

export const telebirr: Provider = {
  name: 'telebirr',
  title: 'telebirr',
  payer_hint: "On telebirr's own page, with your PIN",
  currencies: ['ETB'],
  environments: ['test', 'live'],
  needs_phone: true,
  capabilities: {
    status_api: true,
    refunds: true,
    partial_refunds: true,
    payouts: false,
    callbacks_signed: true,
    needs_callback: false,
  },
  amount_step_minor: 1n,
  expiry_s: EXPIRY_MINUTES * 60,
  credentials: CREDENTIALS,
  base_urls: {
    test: 'https://developerportal.ethiotelebirr.et:38443/apiaccess/payment/gateway',
    live: 'https://superapp.ethiomobilemoney.et:38443/apiaccess/payment/gateway',
  },
  callback_answer: { success: true },
  // Under one order id there is one order, and it is paid once.
  create_repeatable: true,
  create,
  fetchStatus,
  refund,
  readCallback,
  statementReference: ({ id }) => telebirrId(id),
};

async function create(payment: PaymentRow, setup: CreateSetup): Promise<ProviderCreated> {
  const account = accountOf(setup.credentials);
  const { body } = await callGateway({ setup, account }, PRE_ORDER, {
    ...orderFields(payment, account),
    notify_url: setup.callback_url,
    redirect_url: setup.return_url,
    trade_type: 'Checkout',
    title: titleOf(payment.reference),
    total_amount: formatMinor(payment.amount_minor),
    trans_currency: payment.currency,
    timeout_express: `${EXPIRY_MINUTES}m`,
    business_type: 'BuyGoods',
    payee_identifier: account.merchant_code,
    payee_identifier_type: PAYEE_BY_SHORT_CODE,
    payee_type: account.payee_type,
  });
  const refusal = refusalIn(body, 'prepay_id');
  // A repeat of a call whose answer was lost: the status is fetched immediately.
  if (refusal && isDuplicate(refusal))
    return { status: 'pending', next_action: START_AGAIN, check_after_ms: 0 };
  if (refusal) return { status: 'failed', ...definite(refusal) };
  const prepay_id = fieldOf(contentOf(body), 'prepay_id');
  if (prepay_id === null) throw new ProviderUnavailable('the answer names no order to pay');
  const fields = {
    appid: account.merchant_app_id,
    merch_code: account.merchant_code,
    nonce_str: nonce(),
    prepay_id,
    timestamp: timestamp(),
  };
  return { status: 'pending', next_action: { type: 'redirect', url: checkoutUrl(setup, fields, account) } };
}

async function fetchStatus(payment: PaymentRow, setup: ProviderSetup): Promise<ProviderStatus | null> {
  const content = await queryOrder(payment, setup);
  if (!content) return null;
  const order = readOrder(content);
  const ours = order.reference === telebirrId(payment.id);
  return {
    ...order,
    ...(ours ? { reference: payment.id } : {}),
    ...(order.status === 'pending' && payment.next_action === null ? { next_action: START_AGAIN } : {}),
  };
}

/** @returns null where telebirr has no such order @throws ProviderUnavailable */
async function queryOrder(
  payment: PaymentRow,
  setup: ProviderSetup,
): Promise<Record<string, unknown> | null> {
  const account = accountOf(setup.credentials);
  const { body } = await callGateway({ setup, account }, QUERY_ORDER, orderFields(payment, account));
  const refusal = refusalIn(body, 'merch_order_id');
  if (!refusal) return contentOf(body);
  if (isNotFound(refusal)) return null;
  throw new ProviderUnavailable(`the status was refused: ${refusal.message}`);
}

async function refund(payment: PaymentRow, wanted: RefundRow, setup: ProviderSetup): Promise<ProviderRefund> {
  const account = accountOf(setup.credentials);
  const answer = await callGateway({ setup, account }, REFUND, {
    ...orderFields(payment, account),
    refund_request_no: telebirrId(wanted.id),
    ...(wanted.reason === null ? {} : { refund_reason: titleOf(wanted.reason).slice(0, MAX_REASON) }),
    actual_amount: formatMinor(wanted.amount_minor),
    trans_currency: wanted.currency,
  }).catch((error: unknown) => {
    // An earlier attempt may have been accepted, though the call is not offered any more.
    if (error instanceof CallNotOffered && wanted.attempts === 0) return null;
    throw error;
  });
  if (answer === null) return { status: 'failed', failure_code: 'declined', failure_message: NOT_ENABLED };
  const { body } = answer;
  const content = contentOf(body);
  const refusal = refusalIn(body, 'refund_status');
  if (refusal && !isDuplicate(refusal)) {
    const why = definite(refusal);
    // It may be refused because an earlier attempt, whose answer was lost, was accepted.
    const status = wanted.attempts === 0 ? 'failed' : await earlierRefund(payment, wanted, setup);
    return { status, ...(status === 'failed' ? why : {}) };
  }
  requireAmount(wanted, fieldOf(content, 'refund_amount'));
  const status =
    refundStatusOf(fieldOf(content, 'refund_status')) ?? (await earlierRefund(payment, wanted, setup));
  return {
    status,
    ...given({
      provider_refund_id: fieldOf(content, 'refund_order_id'),
      failure_code: status === 'failed' ? ('declined' as const) : null,
    }),
  };
}

/** @throws ProviderUnavailable for an answer about another amount, which decides nothing */
function requireAmount({ amount_minor }: RefundRow, reported: string | null): void {
  if (reported !== null && parseDecimal(reported) !== amount_minor)
    throw new ProviderUnavailable(`the refund is said to be of ${sanitize(reported)}`);
}

/**
 * The status of a refund that was requested before. An order has one status for all of its refunds, which is this refund's where
 * it is the only one; otherwise a person decides.
 */
async function earlierRefund(
  payment: PaymentRow,
  refund: RefundRow,
  setup: ProviderSetup,
): Promise<ProviderRefund['status']> {
  if (!isOnlyRefund(payment, refund)) return 'pending';
  const content = await queryOrder(payment, setup);
  return (content && refundStatusOf(statusName(content))) ?? 'pending';
}

function orderFields(
  payment: PaymentRow,
  { merchant_app_id, merchant_code }: Account,
): Record<'appid' | 'merch_code' | 'merch_order_id', string> {
  return { appid: merchant_app_id, merch_code: merchant_code, merch_order_id: telebirrId(payment.id) };
}

/** @throws ProviderUnavailable for a refusal that is not final */
function definite({ is_final, message }: Refusal): { failure_code: FailureCode; failure_message: string } {
  if (!is_final) throw new ProviderUnavailable(message);
  return { failure_code: 'declined', failure_message: message };
}

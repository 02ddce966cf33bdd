/** Payments as clients, webhooks and payers see them. */
import { currencySchema, environmentSchema } from '../../core/common-schemas.ts';
import { ExactNumber } from '../../core/json.ts';
import { money } from '../../core/money.ts';
import {
  minorUnits,
  boolean,
  constant,
  dateTime,
  freeForm,
  integerBetween,
  majorUnits,
  oneOf,
  resource,
  string,
  union,
  url,
  type Wire,
} from '../../core/schema.ts';
import { FAILURE_CODES, PAYMENT_ORIGINS, PAYMENT_STATUSES } from './payment.rules.ts';
import type { PaymentRow } from './payment.model.ts';

const splitSchema = resource('Split', 'The part of a payment that goes to a subaccount', {
  subaccount_id: string,
  share_bps: integerBetween(1, 10_000).describe('Hundredths of a percent'),
});

const nextActionSchema = union('NextAction', 'What the payer is to do next', 'type', {
  redirect: resource('RedirectAction', 'Send the payer to this page', { type: constant('redirect'), url }),
  prompt: resource('PromptAction', 'Tell the payer this', { type: constant('prompt'), message: string }),
});

export const paymentSchema = resource(
  'Payment',
  'Money that a payer is asked for through a payment provider',
  {
    id: string,
    provider: string,
    amount: majorUnits.describe('Major units; `amount_minor` is the same as an integer'),
    amount_minor: minorUnits,
    currency: currencySchema,
    reference: string.describe("The merchant's own, unique per provider and environment"),
    origin: oneOf(PAYMENT_ORIGINS).describe(
      '`paybill`: the payer sent it by themselves, with `account_number`; the provider has confirmed it',
    ),
    account_number: string.nullable().describe('As the payer typed it; null unless `origin` is `paybill`'),
    status: oneOf(PAYMENT_STATUSES),
    customer_phone: string.nullable().describe('E.164'),
    metadata: freeForm,
    split: splitSchema.nullable(),
    next_action: nextActionSchema.nullable(),
    provider_txn_id: string.nullable(),
    failure_code: string.nullable().describe(`One of ${FAILURE_CODES.join(', ')}`),
    failure_message: string.nullable(),
    refunded_minor: minorUnits,
    payment_link_id: string.nullable().describe('The link through whose checkout it was made'),
    overpaid: boolean.describe(
      'Another payment had completed its one-time link before: it is to be refunded',
    ),
    environment: environmentSchema,
    created_at: dateTime,
    updated_at: dateTime,
    completed_at: dateTime.nullable(),
    replayed: boolean.describe('In the answer to creating it').optional(),
  },
);

export function presentPayment(payment: PaymentRow): Wire<typeof paymentSchema> {
  return {
    id: payment.id,
    provider: payment.provider,
    amount: new ExactNumber(payment.amount_minor),
    amount_minor: payment.amount_minor,
    currency: payment.currency,
    reference: payment.reference,
    origin: payment.origin,
    account_number: payment.account_number,
    status: payment.status,
    customer_phone: payment.customer_phone,
    metadata: payment.metadata,
    split: payment.split,
    next_action: payment.next_action,
    provider_txn_id: payment.provider_txn_id,
    failure_code: payment.failure_code,
    failure_message: payment.failure_message,
    refunded_minor: payment.refunded_minor,
    payment_link_id: payment.payment_link_id,
    overpaid: payment.overpaid,
    environment: payment.environment,
    created_at: payment.created_at,
    updated_at: payment.updated_at,
    completed_at: payment.completed_at,
  };
}

/** For everybody who has the address of a checkout's status page: without the payer's and the merchant's private data. */
export function presentCheckoutPayment(payment: PaymentRow) {
  return {
    id: payment.id,
    provider: payment.provider,
    ...money('amount', payment.amount_minor),
    currency: payment.currency,
    reference: payment.reference,
    status: payment.status,
    next_action: payment.next_action,
    failure_code: payment.failure_code,
    failure_message: payment.failure_message,
    overpaid: payment.overpaid,
    created_at: payment.created_at,
    completed_at: payment.completed_at,
  };
}

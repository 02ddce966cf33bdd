/** Payments. */
import joi from 'joi';
import { isLosslessNumber, isSafeNumber } from 'lossless-json';
import type { Currency } from '../../core/money.ts';
import type { PageRequest } from '../../db/page.ts';
import {
  cancelPayment,
  createPayment,
  getPayment,
  listPaymentEvents,
  listPayments,
  PAYMENT_STATUSES,
  presentPayment,
  presentPaymentEvent,
  syncPaymentNow,
  type PaymentFilter,
  type PaymentRequest,
} from '../../domain/payments/index.ts';
import {
  currency,
  idempotencyKeyHeader,
  localDate,
  pageFields,
  paymentAmount,
  text,
  wholeWhereNeeded,
} from '../fields.ts';
import { SCOPED, listOf, ok, route } from '../http/route.ts';
import { dateTime, freeForm, integer, nullable, object, oneOf, pageOf, string } from '../openapi/schemas.ts';

const tag = 'Payments';

/** Metadata is the merchant's own note, not a store: bounded like those of other gateways. */
const METADATA_KEYS = 50;
const METADATA_BYTES = 8_000;

const metadata = joi
  .object()
  .pattern(joi.string().max(64), joi.any())
  .max(METADATA_KEYS)
  .custom((value: object, helpers) => {
    const kept = JSON.stringify(value, exactNumber);
    return Buffer.byteLength(kept) > METADATA_BYTES ? helpers.error('metadata.size') : JSON.parse(kept);
  })
  .messages({
    'metadata.size': `{{#label}} must be at most ${METADATA_BYTES} bytes of JSON`,
    'any.custom': '{{#label}} holds a number with more digits than can be kept; send it as text',
  });

/** @throws RangeError for a number that would come back rounded */
function exactNumber(_name: string, value: unknown): unknown {
  if (!isLosslessNumber(value)) return value;
  if (!isSafeNumber(value.value)) throw new RangeError(value.value);
  return Number(value.value);
}

interface PaymentBody extends Omit<PaymentRequest, 'amount_minor'> {
  /** Minor units, once checked. */
  amount: bigint;
}

const paymentBody = wholeWhereNeeded(
  joi.object({
    provider: joi
      .string()
      .pattern(/^[a-z0-9_]{1,40}$/)
      .required()
      .messages({
        'string.pattern.base': '{{#label}} must be the name of a payment provider',
      }),
    amount: paymentAmount.required(),
    currency: currency.required(),
    reference: text(200).required(),
    customer_phone: text(40),
    metadata,
    split: joi.object({
      subaccount_id: text(100).required(),
      share_bps: joi.number().integer().min(1).max(10_000).required(),
    }),
  }),
);

const payment = object(
  {
    id: string,
    provider: string,
    amount: { type: 'number' },
    amount_minor: integer,
    currency: string,
    reference: string,
    status: oneOf(PAYMENT_STATUSES),
    customer_phone: nullable(string),
    metadata: freeForm,
    split: nullable(object({ subaccount_id: string, share_bps: integer })),
    next_action: nullable(freeForm),
    provider_txn_id: nullable(string),
    failure_code: nullable(string),
    failure_message: nullable(string),
    refunded_minor: integer,
    environment: oneOf(['test', 'live']),
    created_at: dateTime,
    updated_at: dateTime,
    completed_at: nullable(dateTime),
    replayed: { type: 'boolean' },
  },
  ['replayed'],
);
const paymentEvent = object({
  id: string,
  type: string,
  from: nullable(string),
  to: nullable(string),
  cause: oneOf(['request', 'callback', 'poll', 'statement', 'person']),
  at: dateTime,
  details: freeForm,
});

export const paymentRoutes = [
  route<'book', object, PaymentBody>({
    method: 'POST',
    path: '/api/v1/payments',
    tag,
    summary: 'Create a payment',
    access: SCOPED,
    headers: { 'idempotency-key': idempotencyKeyHeader },
    body: paymentBody,
    responses: {
      201: {
        description:
          'The payment; a repeat under the same key carries `replayed: true` and `X-Cache: HIT-IDEMPOTENCY`',
        schema: payment,
      },
    },
    handle: async ({ ctx, scope, actor, server_url, body: { amount, ...rest }, headers }) => {
      const key = headers['idempotency-key'] ?? null;
      const answer = await createPayment(
        ctx,
        scope,
        actor,
        { ...rest, amount_minor: amount },
        { key, server_url },
      );
      return {
        status: answer.status,
        json: answer.body,
        ...(answer.replayed ? { headers: { 'X-Cache': 'HIT-IDEMPOTENCY' } } : {}),
      };
    },
  }),
  route<'book', PaymentFilter & { currency?: Currency }>({
    method: 'GET',
    path: '/api/v1/payments',
    tag,
    summary: 'List payments, newest first',
    access: SCOPED,
    query: joi.object({
      ...pageFields('payment'),
      status: joi.string().valid(...PAYMENT_STATUSES),
      provider: text(40),
      reference: text(200),
      from: localDate,
      to: localDate,
    }),
    responses: { 200: { description: 'Payments', schema: pageOf('payments', payment) } },
    handle: async ({ ctx, scope, query }) =>
      listOf('payments', await listPayments(ctx.db, scope, query), presentPayment),
  }),
  route<'book'>({
    method: 'GET',
    path: '/api/v1/payments/{payment}',
    tag,
    summary: 'One payment',
    access: SCOPED,
    params: { payment: 'payment' },
    responses: { 200: { description: 'The payment', schema: payment } },
    handle: async ({ ctx, scope, params }) =>
      ok(presentPayment(await getPayment(ctx.db, scope, params['payment'] as string))),
  }),
  route<'book', PageRequest>({
    method: 'GET',
    path: '/api/v1/payments/{payment}/events',
    tag,
    summary: "A payment's timeline, newest first",
    access: SCOPED,
    params: { payment: 'payment' },
    query: joi.object(pageFields('event')),
    responses: {
      200: { description: 'Every transition with its cause', schema: pageOf('events', paymentEvent) },
    },
    handle: async ({ ctx, scope, params, query }) =>
      listOf(
        'events',
        await listPaymentEvents(ctx.db, scope, params['payment'] as string, query),
        presentPaymentEvent,
      ),
  }),
  route<'book'>({
    method: 'POST',
    path: '/api/v1/payments/{payment}/cancel',
    tag,
    summary: 'Cancel a payment that is initiated or pending',
    access: SCOPED,
    params: { payment: 'payment' },
    responses: { 200: { description: 'The cancelled payment', schema: payment } },
    handle: async ({ ctx, scope, params }) =>
      ok(presentPayment(await cancelPayment(ctx, scope, params['payment'] as string))),
  }),
  route<'book'>({
    method: 'POST',
    path: '/api/v1/payments/{payment}/sync',
    tag,
    summary: 'Ask the provider now what became of a payment',
    access: SCOPED,
    params: { payment: 'payment' },
    responses: { 200: { description: 'The payment as it then stands', schema: payment } },
    handle: async ({ ctx, scope, params }) =>
      ok(presentPayment(await syncPaymentNow(ctx, scope, params['payment'] as string))),
  }),
];

/** Refunds. */
import joi from 'joi';
import type { PageRequest } from '../../db/page.ts';
import {
  createRefund,
  getRefund,
  listRefunds,
  markRefund,
  presentRefund,
  type RefundOutcome,
} from '../../domain/payments/index.ts';
import { amountFields, amountOf, idempotencyKey, pageFields, text, type AmountBody } from '../fields.ts';
import { SCOPED, listOf, ok, route } from '../http/route.ts';
import {
  boolean,
  dateTime,
  moneyFields,
  nullable,
  object,
  oneOf,
  pageOf,
  string,
} from '../openapi/schemas.ts';

const tag = 'Refunds';

const refund = object(
  {
    id: string,
    payment_id: string,
    ...moneyFields('amount'),
    currency: string,
    status: oneOf(['pending', 'processing', 'succeeded', 'failed', 'cancelled']),
    reason: nullable(string),
    manual: boolean,
    note: nullable(string),
    provider_refund_id: nullable(string),
    failure_code: nullable(string),
    failure_message: nullable(string),
    created_at: dateTime,
    updated_at: dateTime,
    completed_at: nullable(dateTime),
    replayed: boolean,
  },
  ['replayed'],
);

export const refundRoutes = [
  route<'book', object, Partial<AmountBody> & { reason?: string; idempotency_key?: string }>({
    method: 'POST',
    path: '/api/v1/payments/{payment}/refunds',
    tag,
    summary: 'Refund all or part of a completed payment; the money is held at once',
    access: SCOPED,
    params: { payment: 'payment' },
    body: joi
      .object({ ...amountFields, reason: text(500), idempotency_key: idempotencyKey })
      .oxor('amount', 'amount_minor'),
    responses: {
      200: { description: 'A repeat: the refund as it stands', schema: refund },
      201: { description: 'The refund', schema: refund },
    },
    handle: async ({ ctx, scope, params, body: { amount, amount_minor, ...rest } }) => {
      const request = { ...rest, ...amountOf({ amount, amount_minor }) };
      const made = await createRefund(ctx, scope, params['payment'] as string, request);
      return {
        status: made.replayed ? 200 : 201,
        body: { ...presentRefund(made.refund), replayed: made.replayed },
      };
    },
  }),
  route<'book', PageRequest>({
    method: 'GET',
    path: '/api/v1/payments/{payment}/refunds',
    tag,
    summary: "A payment's refunds, newest first",
    access: SCOPED,
    params: { payment: 'payment' },
    query: joi.object(pageFields('refund')),
    responses: { 200: { description: 'Refunds', schema: pageOf('refunds', refund) } },
    handle: async ({ ctx, scope, params, query }) =>
      listOf('refunds', await listRefunds(ctx.db, scope, params['payment'] as string, query), presentRefund),
  }),
  route<'book'>({
    method: 'GET',
    path: '/api/v1/refunds/{refund}',
    tag,
    summary: 'One refund',
    access: SCOPED,
    params: { refund: 'refund' },
    responses: { 200: { description: 'The refund', schema: refund } },
    handle: async ({ ctx, scope, params }) =>
      ok(presentRefund(await getRefund(ctx.db, scope, params['refund'] as string))),
  }),
  route<'book', object, { status: RefundOutcome; note?: string }>({
    method: 'POST',
    path: '/api/v1/refunds/{refund}/mark',
    tag,
    summary: 'Say how a refund ended that its provider cannot make or never answers',
    access: SCOPED,
    params: { refund: 'refund' },
    body: joi.object({
      status: joi.string().valid('succeeded', 'failed', 'cancelled').required(),
      note: text(500),
    }),
    responses: { 200: { description: 'The refund', schema: refund } },
    handle: async ({ ctx, scope, params, body }) =>
      ok(presentRefund(await markRefund(ctx, scope, params['refund'] as string, body.status, body.note))),
  }),
];

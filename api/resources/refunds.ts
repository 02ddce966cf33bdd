/** Refunds. */
import joi from 'joi';
import type { PageRequest } from '../../db/page.ts';
import { refunds } from '../../domain/payments/index.ts';
import {
  amountFields,
  amountOf,
  idempotencyKey,
  idempotencyKeyHeader,
  text,
  type AmountBody,
} from '../fields.ts';
import { SCOPED, createdOnce, ok, pageOfPresented, route } from '../http/route.ts';
import { listPageOf } from '../openapi/page-schema.ts';
import { listFields } from '../requests/list.ts';
import { keyOf } from '../requests/key-of.ts';

const tag = 'Refunds';

export const refundRoutes = [
  route({
    operation_id: 'payments.refunds.create',
    method: 'POST',
    path: '/api/v1/payments/{payment}/refunds',
    tag,
    summary: 'Refund all or part of a completed payment; the money is held immediately',
    description: 'Without an amount, the remaining amount of the payment is refunded.',
    access: SCOPED,
    headers: { 'idempotency-key': idempotencyKeyHeader },
    body: joi
      .object<AmountBody & { reason?: string; idempotency_key?: string }>({
        ...amountFields,
        reason: text(500),
        idempotency_key: idempotencyKey,
      })
      .oxor('amount', 'amount_minor'),
    responses: {
      200: { description: 'A repeat: the refund in its current state', schema: refunds.schema },
      201: { description: 'The refund', schema: refunds.schema },
    },
    handle: async ({ ctx, caller, params, headers, body }) => {
      const { amount, amount_minor, idempotency_key, ...rest } = body;
      const key = keyOf(headers['idempotency-key'], idempotency_key);
      const request = { ...rest, ...key, ...amountOf({ amount, amount_minor }) };
      const { refund, replayed } = await refunds.create(caller, params.payment, request);
      return createdOnce(await refunds.present(ctx.db, refund), replayed);
    },
  }),
  route({
    operation_id: 'payments.refunds.list',
    method: 'GET',
    path: '/api/v1/payments/{payment}/refunds',
    tag,
    summary: "A payment's refunds, newest first",
    access: SCOPED,
    query: joi.object<PageRequest>(listFields('refund')),
    responses: { 200: { description: 'Refunds', schema: listPageOf('refunds', refunds.schema) } },
    handle: async ({ ctx, scope, params, query }) =>
      pageOfPresented('refunds', await refunds.list(ctx.db, scope, params.payment, query), (rows) =>
        refunds.presentAll(ctx.db, rows),
      ),
  }),
  route({
    operation_id: 'refunds.get',
    method: 'GET',
    path: '/api/v1/refunds/{refund}',
    tag,
    summary: 'One refund',
    access: SCOPED,
    responses: { 200: { description: 'The refund', schema: refunds.schema } },
    handle: async ({ ctx, scope, params }) =>
      ok(await refunds.present(ctx.db, await refunds.get(ctx.db, scope, params.refund))),
  }),
  route({
    operation_id: 'refunds.mark',
    method: 'POST',
    path: '/api/v1/refunds/{refund}/mark',
    tag,
    summary: 'Record the outcome of a refund that the provider cannot make or never answers',
    access: SCOPED,
    body: joi.object<{ status: refunds.RefundOutcome; note?: string }>({
      status: joi
        .string()
        .valid(...refunds.OUTCOMES)
        .required(),
      note: text(500),
    }),
    responses: { 200: { description: 'The refund', schema: refunds.schema } },
    handle: async ({ ctx, caller, params, body }) => {
      const refund = await refunds.mark(caller, params.refund, body);
      return ok(await refunds.present(ctx.db, refund));
    },
  }),
];

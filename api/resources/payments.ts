/** Payments. */
import joi from 'joi';
import type { PageRequest } from '../../db/page.ts';
import {
  cancelPayment,
  createPayment,
  getPayment,
  isCreationOver,
  listPayments,
  PAYMENT_STATUSES,
  type PaymentFilter,
  type PaymentRequest,
  paymentSchema,
  paymentTimeline,
  presentPayment,
  syncPaymentNow,
} from '../../domain/payments/index.ts';
import { paymentsHomeSchema, presentPaymentsHome, readPaymentsHome } from '../../domain/reports/index.ts';
import {
  creationDays,
  currency,
  id,
  idempotencyKeyHeader,
  pageFields,
  paymentAmount,
  providerName,
  refuseFractions,
  text,
  type WithAmount,
} from '../fields.ts';
import { answerOnce } from '../http/answer-once.ts';
import { SCOPED, listOf, ok, pageOfPresented, route } from '../http/route.ts';
import { listPageOf, pageOf } from '../openapi/page-schema.ts';
import { listFields } from '../requests/list.ts';
import { metadata } from '../requests/metadata.ts';

const tag = 'Payments';
const path = '/api/v1/payments';

const paymentBody = refuseFractions(
  joi.object<WithAmount<PaymentRequest>>({
    provider: providerName.required(),
    amount: paymentAmount.required(),
    currency: currency.required(),
    reference: text(200).required().description('Unique per provider and environment'),
    customer_phone: text(40).description('Required by providers that ask the payer by phone'),
    metadata,
    split: joi
      .object({
        subaccount_id: text(100).required(),
        share_bps: joi.number().integer().min(1).max(10_000).required(),
      })
      .description('Transfers a share, in basis points, to a subaccount'),
  }),
);

export const paymentRoutes = [
  route({
    operation_id: 'payments.create',
    method: 'POST',
    path,
    tag,
    summary: 'Create a payment',
    description:
      'The provider is asked to collect the money; `next_action` says what the payer has to do. The outcome comes later: wait for a webhook, or get the payment again.',
    access: SCOPED,
    headers: { 'idempotency-key': idempotencyKeyHeader },
    body: paymentBody,
    responses: {
      201: {
        description:
          'The payment; a repeat under the same key carries `replayed: true` and `X-Cache: HIT-IDEMPOTENCY`',
        schema: paymentSchema,
      },
    },
    handle: ({ ctx, caller, server_url, body: { amount, ...rest }, headers }) => {
      const key = headers['idempotency-key'];
      const request = { ...rest, amount_minor: amount };
      return answerOnce(caller, {
        key,
        create: () => createPayment(caller, request, { key: key ?? null, server_url }),
        present: ({ payment }) => presentPayment(payment),
        isOver: ({ payment }) => isCreationOver(ctx, payment),
      });
    },
  }),
  route({
    operation_id: 'payments.list',
    method: 'GET',
    path,
    tag,
    summary: 'List payments, newest first',
    access: SCOPED,
    query: joi.object<PaymentFilter>({
      ...listFields('payment'),
      q: joi
        .string()
        .allow('')
        .max(200)
        .description(
          'An amount, a phone number, the beginning of a reference, an id of the provider, or the id of a payment; newest first, without `sort` and `totals`. Of references that begin alike, the first 1,000 are found; other filters narrow the newest 1,000 of an amount or a phone',
        ),
      status: joi.string().valid(...PAYMENT_STATUSES),
      provider: text(40),
      reference: text(200),
      payment_link: id('payment_link').description('Payments that were made through this link'),
      ...creationDays,
    }),
    responses: { 200: { description: 'Payments', schema: listPageOf('payments', paymentSchema) } },
    handle: async ({ ctx, scope, query }) =>
      listOf('payments', await listPayments(ctx.db, scope, query), presentPayment),
  }),
  // Before the one of a payment, whose path it fits too.
  route({
    operation_id: 'payments.home',
    method: 'GET',
    path: `${path}/home`,
    tag,
    summary: 'Payments of the last 24 hours by provider, and what waits or has failed',
    description:
      'The success rate and how long completed payments took; postings and webhooks of this project that wait, are tried again or have failed; blocked top-ups.',
    access: SCOPED,
    reads_many: true,
    responses: { 200: { description: 'The figures', schema: paymentsHomeSchema } },
    handle: async ({ caller }) => ok(presentPaymentsHome(await readPaymentsHome(caller))),
  }),
  route({
    operation_id: 'payments.get',
    method: 'GET',
    path: `${path}/{payment}`,
    tag,
    summary: 'One payment',
    access: SCOPED,
    responses: { 200: { description: 'The payment', schema: paymentSchema } },
    handle: async ({ ctx, scope, params }) =>
      ok(presentPayment(await getPayment(ctx.db, scope, params.payment))),
  }),
  route({
    operation_id: 'payments.listEvents',
    method: 'GET',
    path: `${path}/{payment}/events`,
    tag,
    summary: "A payment's timeline, newest first",
    access: SCOPED,
    query: joi.object<PageRequest>(pageFields('event')),
    responses: {
      200: {
        description: 'Every transition with its cause',
        schema: pageOf('events', paymentTimeline.schema),
      },
    },
    handle: async ({ ctx, scope, params, query }) =>
      pageOfPresented('events', await paymentTimeline.list(ctx.db, scope, params.payment, query), (events) =>
        paymentTimeline.present(ctx.db, events),
      ),
  }),
  route({
    operation_id: 'payments.cancel',
    method: 'POST',
    path: `${path}/{payment}/cancel`,
    tag,
    summary: 'Cancel a payment that is initiated or pending',
    access: SCOPED,
    responses: { 200: { description: 'The cancelled payment', schema: paymentSchema } },
    handle: async ({ caller, params }) => ok(presentPayment(await cancelPayment(caller, params.payment))),
  }),
  route({
    operation_id: 'payments.sync',
    method: 'POST',
    path: `${path}/{payment}/sync`,
    tag,
    summary: 'Query the provider now for the status of a payment',
    access: SCOPED,
    responses: { 200: { description: 'The payment in its new state', schema: paymentSchema } },
    handle: async ({ caller, params }) => ok(presentPayment(await syncPaymentNow(caller, params.payment))),
  }),
];

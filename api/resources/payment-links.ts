/** Payment links. */
import joi from 'joi';
import type { PageRequest } from '../../db/page.ts';
import { paymentLinks } from '../../domain/payments/index.ts';
import { currency, paymentAmount, refuseFractions, text, type WithAmount } from '../fields.ts';
import { SCOPED, created, listOf, ok, route } from '../http/route.ts';
import { listPageOf } from '../openapi/page-schema.ts';
import { listFields } from '../requests/list.ts';

const tag = 'Payment links';
const path = '/api/v1/payment-links';

export const paymentLinkRoutes = [
  route({
    operation_id: 'paymentLinks.create',
    method: 'POST',
    path,
    tag,
    summary: 'Create a link to a checkout page',
    access: SCOPED,
    body: refuseFractions(
      joi.object<WithAmount<paymentLinks.PaymentLinkRequest>>({
        title: text(120).required(),
        amount: paymentAmount.required(),
        currency: currency.required(),
        reusable: joi.boolean().strict().default(false),
        refund_overpaid: joi
          .boolean()
          .strict()
          .default(false)
          .description('Refund a payment that completes although another did; for one-time links'),
      }),
    ),
    responses: { 201: { description: 'The link', schema: paymentLinks.schema } },
    handle: async ({ ctx, scope, server_url, body: { amount, ...rest } }) => {
      const link = await paymentLinks.create(ctx.db, scope, { ...rest, amount_minor: amount });
      return created(paymentLinks.present(link, server_url));
    },
  }),
  route({
    operation_id: 'paymentLinks.list',
    method: 'GET',
    path,
    tag,
    summary: 'List payment links, newest first',
    access: SCOPED,
    query: joi.object<PageRequest>(listFields('payment_link')),
    responses: {
      200: { description: 'Payment links', schema: listPageOf('payment_links', paymentLinks.schema) },
    },
    handle: async ({ ctx, scope, server_url, query }) =>
      listOf('payment_links', await paymentLinks.list(ctx.db, scope, query), (link) =>
        paymentLinks.present(link, server_url),
      ),
  }),
  route({
    operation_id: 'paymentLinks.get',
    method: 'GET',
    path: `${path}/{payment_link}`,
    tag,
    summary: 'One payment link',
    access: SCOPED,
    responses: { 200: { description: 'The link', schema: paymentLinks.schema } },
    handle: async ({ ctx, scope, server_url, params }) =>
      ok(paymentLinks.present(await paymentLinks.get(ctx.db, scope, params.payment_link), server_url)),
  }),
  route({
    operation_id: 'paymentLinks.disable',
    method: 'POST',
    path: `${path}/{payment_link}/disable`,
    tag,
    summary: 'Disable a link: it accepts no more payments',
    access: SCOPED,
    responses: { 200: { description: 'The disabled link', schema: paymentLinks.schema } },
    handle: async ({ ctx, scope, server_url, params }) =>
      ok(paymentLinks.present(await paymentLinks.disable(ctx.db, scope, params.payment_link), server_url)),
  }),
];

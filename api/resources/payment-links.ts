/** Payment links, and what to dial where there is no internet. */
import joi from 'joi';
import { money } from '../../core/money.ts';
import type { PageRequest } from '../../db/page.ts';
import {
  createPaymentLink,
  disablePaymentLink,
  getPaymentLink,
  listPaymentLinks,
  PAYMENT_LINK_STATUSES,
  presentPaymentLink,
  ussdIntents,
  type PaymentLinkRequest,
  type UssdRequest,
} from '../../domain/payments/index.ts';
import { currency, pageFields, paymentAmount, text, wholeWhereNeeded } from '../fields.ts';
import { SCOPED, created, listOf, ok, route } from '../http/route.ts';
import {
  arrayOf,
  boolean,
  dateTime,
  moneyFields,
  object,
  oneOf,
  pageOf,
  string,
} from '../openapi/schemas.ts';

const tag = 'Payment links';

/** Minor units, once checked. */
type WithAmount<Request> = Omit<Request, 'amount_minor'> & { amount: bigint };

const paymentLink = object({
  id: string,
  url: { type: 'string', format: 'uri' },
  title: string,
  ...moneyFields('amount'),
  currency: string,
  reusable: boolean,
  status: oneOf(PAYMENT_LINK_STATUSES),
  created_at: dateTime,
});

const ussdIntent = object({
  ...moneyFields('amount'),
  currency: string,
  reference: string,
  intents: arrayOf(
    object({
      provider: string,
      name: string,
      dial_string: string,
      tel_uri: string,
      currency_matches: boolean,
      steps: arrayOf(string),
    }),
  ),
});

export const paymentLinkRoutes = [
  route<'book', object, WithAmount<UssdRequest>>({
    method: 'POST',
    path: '/api/v1/payments/ussd-intent',
    tag,
    summary: 'What a payer dials to pay without internet; creates nothing',
    access: SCOPED,
    body: joi.object({
      amount: paymentAmount.required(),
      currency: currency.required(),
      reference: text(200).required(),
    }),
    responses: { 200: { description: 'Dial strings of three mobile-money providers', schema: ussdIntent } },
    handle: ({ body: { amount, ...rest } }) =>
      Promise.resolve(
        ok({ ...money('amount', amount), ...rest, intents: ussdIntents({ ...rest, amount_minor: amount }) }),
      ),
  }),
  route<'book', object, WithAmount<PaymentLinkRequest>>({
    method: 'POST',
    path: '/api/v1/payment-links',
    tag,
    summary: 'Create a link to a checkout page',
    access: SCOPED,
    body: wholeWhereNeeded(
      joi.object({
        title: text(120).required(),
        amount: paymentAmount.required(),
        currency: currency.required(),
        reusable: joi.boolean().strict().default(false),
      }),
    ),
    responses: { 201: { description: 'The link', schema: paymentLink } },
    handle: async ({ ctx, scope, server_url, body: { amount, ...rest } }) => {
      const link = await createPaymentLink(ctx.db, scope, { ...rest, amount_minor: amount });
      return created(presentPaymentLink(link, server_url));
    },
  }),
  route<'book', PageRequest>({
    method: 'GET',
    path: '/api/v1/payment-links',
    tag,
    summary: 'List payment links, newest first',
    access: SCOPED,
    query: joi.object(pageFields('payment_link')),
    responses: { 200: { description: 'Payment links', schema: pageOf('payment_links', paymentLink) } },
    handle: async ({ ctx, scope, server_url, query }) =>
      listOf('payment_links', await listPaymentLinks(ctx.db, scope, query), (link) =>
        presentPaymentLink(link, server_url),
      ),
  }),
  route<'book'>({
    method: 'GET',
    path: '/api/v1/payment-links/{payment_link}',
    tag,
    summary: 'One payment link',
    access: SCOPED,
    params: { payment_link: 'payment_link' },
    responses: { 200: { description: 'The link', schema: paymentLink } },
    handle: async ({ ctx, scope, server_url, params }) =>
      ok(
        presentPaymentLink(await getPaymentLink(ctx.db, scope, params['payment_link'] as string), server_url),
      ),
  }),
  route<'book'>({
    method: 'POST',
    path: '/api/v1/payment-links/{payment_link}/disable',
    tag,
    summary: 'Take no more payments through a link',
    access: SCOPED,
    params: { payment_link: 'payment_link' },
    responses: { 200: { description: 'The disabled link', schema: paymentLink } },
    handle: async ({ ctx, scope, server_url, params }) =>
      ok(
        presentPaymentLink(
          await disablePaymentLink(ctx.db, scope, params['payment_link'] as string),
          server_url,
        ),
      ),
  }),
];

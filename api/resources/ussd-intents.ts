/** Codes to dial for paying without internet. */
import joi from 'joi';
import { ussdIntents } from '../../domain/payments/index.ts';
import { currency, paymentAmount, text, type WithAmount } from '../fields.ts';
import { SCOPED, ok, route } from '../http/route.ts';

export const ussdIntentRoutes = [
  route({
    operation_id: 'payments.ussdIntent',
    method: 'POST',
    path: '/api/v1/payments/ussd-intent',
    tag: 'Payment links',
    summary: 'The codes that a payer dials to pay without internet; creates nothing',
    access: SCOPED,
    body: joi.object<WithAmount<ussdIntents.UssdRequest>>({
      amount: paymentAmount.required(),
      currency: currency.required(),
      reference: text(200).required(),
    }),
    responses: {
      200: { description: 'Dial strings of three mobile-money providers', schema: ussdIntents.schema },
    },
    handle: async ({ ctx, scope, body: { amount, ...rest } }) => {
      const request = { ...rest, amount_minor: amount };
      return ok(ussdIntents.present(request, await ussdIntents.find(ctx.db, scope, request)));
    },
  }),
];

/** Interest on deposits: declared for all accounts of a product, approved by a checker, paid line by line. */
import joi from 'joi';
import type { PageRequest } from '../../db/page.ts';
import { STATUSES, type Status } from '../../domain/distributions/index.ts';
import {
  declareInterest,
  interestSchema,
  interestSummarySchema,
  listInterest,
  presentInterest,
  presentInterestSummary,
  readInterest,
  retryInterest,
  type InterestRequest,
} from '../../domain/interest/index.ts';
import { id, idempotencyKey, localDate, text } from '../fields.ts';
import { SCOPED, listOf, ok, route } from '../http/route.ts';
import { listPageOf } from '../openapi/page-schema.ts';
import { listFields } from '../requests/list.ts';
import { taxRate, termFields } from '../requests/interest.ts';

const tag = 'Interest';
const path = '/api/v1/sacco/savings-interest';

export const savingsInterestRoutes = [
  route({
    operation_id: 'sacco.savingsInterest.declare',
    method: 'POST',
    path,
    tag,
    summary:
      'Declare interest on deposits, with a line for every savings account of a product; a checker decides',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    body: joi.object<InterestRequest>({
      label: text(100).required(),
      period_start: localDate.required(),
      period_end: localDate.required().description('A day that is over; the period has at most 366 days'),
      ...termFields,
      product_id: id('savings_product').description(
        'By default the product of the account that every member has',
      ),
      withholding_tax_bps: taxRate,
      idempotency_key: idempotencyKey.required(),
    }),
    responses: {
      200: { description: 'A repeat of an earlier request', schema: interestSchema },
      202: { description: 'It waits for a checker', schema: interestSchema },
    },
    handle: async ({ caller, body }) => {
      const { view, replayed } = await declareInterest(caller, body);
      return { status: replayed ? 200 : 202, body: presentInterest(view, replayed) };
    },
  }),
  route({
    operation_id: 'sacco.savingsInterest.list',
    method: 'GET',
    path,
    tag,
    summary: 'Interest on deposits, without its lines',
    access: SCOPED,
    query: joi.object<PageRequest & { status?: Status }>({
      ...listFields('savings_interest'),
      status: joi.string().valid(...STATUSES),
    }),
    responses: {
      200: { description: 'Interest', schema: listPageOf('savings_interest', interestSummarySchema) },
    },
    handle: async ({ ctx, scope, query }) =>
      listOf('savings_interest', await listInterest(ctx.db, scope, query), presentInterestSummary),
  }),
  route({
    operation_id: 'sacco.savingsInterest.get',
    method: 'GET',
    path: `${path}/{savings_interest}`,
    tag,
    summary: 'Interest of one period with every line',
    access: SCOPED,
    responses: { 200: { description: 'The interest', schema: interestSchema } },
    handle: async ({ ctx, scope, params }) =>
      ok(presentInterest(await readInterest(ctx.db, scope, params.savings_interest))),
  }),
  route({
    operation_id: 'sacco.savingsInterest.retry',
    method: 'POST',
    path: `${path}/{savings_interest}/retry`,
    tag,
    summary: 'Retry only the failed lines of interest',
    access: SCOPED,
    responses: { 202: { description: 'The lines are being paid', schema: interestSchema } },
    handle: async ({ caller, params }) => ({
      status: 202,
      body: presentInterest(await retryInterest(caller, params.savings_interest)),
    }),
  }),
];

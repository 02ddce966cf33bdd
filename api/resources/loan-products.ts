/** Loan products: the terms on which loans are made. */
import joi from 'joi';
import type { PageRequest } from '../../db/page.ts';
import { guarantorConsents, loanProducts } from '../../domain/loans/index.ts';
import { MANAGERS } from '../../domain/staff/index.ts';
import { amountMinor, pageFields, text } from '../fields.ts';
import { SCOPED, created, listOf, ok, route } from '../http/route.ts';
import { pageOf } from '../openapi/page-schema.ts';

const tag = 'Loans';
const path = '/api/v1/sacco/loan-products';

/** Installments of one loan: ten years of weekly installments. */
const MAX_TERM = 520;
const term = joi.number().integer().min(1).max(MAX_TERM).required();

/** Basis points. @param most_percent the maximum, in percent */
function bps(most_percent: number): joi.NumberSchema {
  return joi
    .number()
    .integer()
    .min(0)
    .max(most_percent * 100);
}

export const loanProductRoutes = [
  route({
    operation_id: 'sacco.loanProducts.define',
    method: 'POST',
    path,
    tag,
    summary: 'Define a loan product',
    second_factor: true,
    access: { kind: 'staff', roles: MANAGERS },
    body: joi.object<loanProducts.LoanProductRequest>({
      name: text(100).required(),
      rate_bps: bps(1_000).required(),
      method: joi
        .string()
        .valid(...loanProducts.METHODS)
        .required(),
      frequency: joi
        .string()
        .valid(...loanProducts.FREQUENCIES)
        .required(),
      min_amount_minor: amountMinor.required(),
      max_amount_minor: amountMinor.required(),
      min_term: term,
      max_term: term,
      savings_multiple_bps: bps(100_000).allow(null).default(null),
      min_guarantors: joi.number().integer().min(0).max(10).default(0),
      guarantee_coverage_bps: bps(1_000).default(0),
      guarantor_consent: joi
        .string()
        .valid(...guarantorConsents.TERMS)
        .default('none')
        .description('Whether guarantors must consent before a loan is approved'),
      fee_bps: bps(100).default(0),
      penalty_bps: bps(100).default(0),
      grace_days: joi.number().integer().min(0).max(365).default(0),
    }),
    responses: { 201: { description: 'Defined', schema: loanProducts.schema } },
    handle: async ({ caller, body }) =>
      created(loanProducts.present(await loanProducts.define(caller, body))),
  }),
  route({
    operation_id: 'sacco.loanProducts.list',
    method: 'GET',
    path,
    tag,
    summary: 'Loan products',
    access: SCOPED,
    query: joi.object<PageRequest & { status?: loanProducts.LoanProductStatus }>({
      ...pageFields('loan_product'),
      status: joi.string().valid(...loanProducts.STATUSES),
    }),
    responses: { 200: { description: 'Products', schema: pageOf('loan_products', loanProducts.schema) } },
    handle: async ({ ctx, scope, query }) =>
      listOf('loan_products', await loanProducts.list(ctx.db, scope, query), loanProducts.present),
  }),
  route({
    operation_id: 'sacco.loanProducts.get',
    method: 'GET',
    path: `${path}/{loan_product}`,
    tag,
    summary: 'One loan product',
    access: SCOPED,
    responses: { 200: { description: 'The product', schema: loanProducts.schema } },
    handle: async ({ ctx, scope, params }) =>
      ok(loanProducts.present(await loanProducts.get(ctx.db, scope, params.loan_product))),
  }),
  route({
    operation_id: 'sacco.loanProducts.retire',
    method: 'POST',
    path: `${path}/{loan_product}/retire`,
    tag,
    summary: 'Stop new applications; loans and pending applications keep their terms',
    second_factor: true,
    access: { kind: 'staff', roles: MANAGERS },
    responses: { 200: { description: 'Retired', schema: loanProducts.schema } },
    handle: async ({ caller, params }) =>
      ok(loanProducts.present(await loanProducts.retire(caller, params.loan_product))),
  }),
];

/** Loan products: the terms on which loans are made. */
import joi from 'joi';
import type { PageRequest } from '../../db/page.ts';
import {
  defineLoanProduct,
  getLoanProduct,
  listLoanProducts,
  LOAN_FREQUENCIES,
  LOAN_METHODS,
  LOAN_PRODUCT_STATUSES,
  loanProductSchema,
  presentLoanProduct,
  retireLoanProduct,
  type LoanProductRequest,
  type LoanProductStatus,
} from '../../domain/loans/index.ts';
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
    access: { kind: 'staff', roles: MANAGERS },
    body: joi.object<LoanProductRequest>({
      name: text(100).required(),
      rate_bps: bps(1_000).required(),
      method: joi
        .string()
        .valid(...LOAN_METHODS)
        .required(),
      frequency: joi
        .string()
        .valid(...LOAN_FREQUENCIES)
        .required(),
      min_amount_minor: amountMinor.required(),
      max_amount_minor: amountMinor.required(),
      min_term: term,
      max_term: term,
      savings_multiple_bps: bps(100_000).allow(null).default(null),
      min_guarantors: joi.number().integer().min(0).max(10).default(0),
      guarantee_coverage_bps: bps(1_000).default(0),
      fee_bps: bps(100).default(0),
      penalty_bps: bps(100).default(0),
      grace_days: joi.number().integer().min(0).max(365).default(0),
    }),
    responses: { 201: { description: 'Defined', schema: loanProductSchema } },
    handle: async ({ ctx, scope, actor, body }) =>
      created(presentLoanProduct(await defineLoanProduct(ctx.db, scope, actor, body))),
  }),
  route({
    operation_id: 'sacco.loanProducts.list',
    method: 'GET',
    path,
    tag,
    summary: 'Loan products',
    access: SCOPED,
    query: joi.object<PageRequest & { status?: LoanProductStatus }>({
      ...pageFields('loan_product'),
      status: joi.string().valid(...LOAN_PRODUCT_STATUSES),
    }),
    responses: { 200: { description: 'Products', schema: pageOf('loan_products', loanProductSchema) } },
    handle: async ({ ctx, scope, query }) =>
      listOf('loan_products', await listLoanProducts(ctx.db, scope, query), presentLoanProduct),
  }),
  route({
    operation_id: 'sacco.loanProducts.get',
    method: 'GET',
    path: `${path}/{loan_product}`,
    tag,
    summary: 'One loan product',
    access: SCOPED,
    responses: { 200: { description: 'The product', schema: loanProductSchema } },
    handle: async ({ ctx, scope, params }) =>
      ok(presentLoanProduct(await getLoanProduct(ctx.db, scope, params.loan_product))),
  }),
  route({
    operation_id: 'sacco.loanProducts.retire',
    method: 'POST',
    path: `${path}/{loan_product}/retire`,
    tag,
    summary: 'Stop new applications; loans and pending applications keep their terms',
    access: { kind: 'staff', roles: MANAGERS },
    responses: { 200: { description: 'Retired', schema: loanProductSchema } },
    handle: async ({ ctx, scope, actor, params }) =>
      ok(presentLoanProduct(await retireLoanProduct(ctx.db, scope, actor, params.loan_product))),
  }),
];

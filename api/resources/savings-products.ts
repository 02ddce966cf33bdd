/** Savings products: the terms of members' savings accounts. */
import joi from 'joi';
import { invalidField } from '../../core/errors.ts';
import type { PageRequest } from '../../db/page.ts';
import { savingsProducts } from '../../domain/savings/index.ts';
import { MANAGERS } from '../../domain/staff/index.ts';
import { currency, decimalFromZero, minorFromZero, pageFields, text } from '../fields.ts';
import { SCOPED, created, listOf, ok, route } from '../http/route.ts';
import { pageOf } from '../openapi/page-schema.ts';

const tag = 'Savings';
const path = '/api/v1/sacco/savings-products';

const AMOUNTS = ['min_balance', 'min_opening', 'monthly_fee', 'withdrawal_fee'] as const;
type AmountName = (typeof AMOUNTS)[number];

type ProductBody = Omit<savingsProducts.SavingsProductRequest, 'at_maturity' | `${AmountName}_minor`> &
  Partial<Pick<savingsProducts.SavingsProductRequest, 'at_maturity'>> &
  Partial<Record<AmountName | `${AmountName}_minor`, bigint>>;

/** Each as exact decimal text or in minor units; nothing when left out. */
const amounts = Object.fromEntries(
  AMOUNTS.flatMap((name) => [
    [name, decimalFromZero],
    [`${name}_minor`, minorFromZero],
  ]),
);

const bps = (most_percent: number) =>
  joi
    .number()
    .integer()
    .min(0)
    .max(most_percent * 100);

const body = joi.object<ProductBody>({
  name: text(100).required(),
  kind: joi
    .string()
    .valid(...savingsProducts.KINDS)
    .required(),
  currency: currency.description("By default the cooperative's, and no other one"),
  ...amounts,
  notice_days: joi.number().integer().min(0).max(3_660).default(0),
  early_fee_bps: bps(100).default(0),
  counts_for_multiple: joi.boolean().description('By default of every kind but fixed'),
  rate_bps: bps(1_000).default(0),
  term_days: joi.number().integer().min(1).max(3_660).allow(null).default(null),
  at_maturity: joi
    .string()
    .valid(...savingsProducts.AT_MATURITY)
    .allow(null)
    .description('Of a fixed product: by default pay_out'),
});

/** @throws AppError VALIDATION_ERROR for an amount that is given in both ways */
function requestOf({ ...given }: ProductBody): savingsProducts.SavingsProductRequest {
  for (const name of AMOUNTS)
    if (given[name] !== undefined && given[`${name}_minor`] !== undefined)
      throw invalidField(`${name}_minor`, `Send either "${name}" or "${name}_minor"`);
  const taken = (name: AmountName): bigint => given[name] ?? given[`${name}_minor`] ?? 0n;
  const minor = {
    min_balance_minor: taken('min_balance'),
    min_opening_minor: taken('min_opening'),
    monthly_fee_minor: taken('monthly_fee'),
    withdrawal_fee_minor: taken('withdrawal_fee'),
  };
  for (const name of AMOUNTS) delete given[name];
  return { ...given, at_maturity: given.at_maturity ?? null, ...minor };
}

export const savingsProductRoutes = [
  route({
    operation_id: 'sacco.savingsProducts.define',
    method: 'POST',
    path,
    tag,
    summary: 'Define a savings product',
    description: 'A product is never changed: retire it and define another one.',
    second_factor: true,
    access: { kind: 'staff', roles: MANAGERS },
    body,
    responses: { 201: { description: 'Defined', schema: savingsProducts.schema } },
    handle: async ({ caller, body: given }) =>
      created(savingsProducts.present(await savingsProducts.define(caller, requestOf(given)))),
  }),
  route({
    operation_id: 'sacco.savingsProducts.list',
    method: 'GET',
    path,
    tag,
    summary: 'Savings products',
    access: SCOPED,
    query: joi.object<PageRequest & { status?: savingsProducts.SavingsProductStatus }>({
      ...pageFields('savings_product'),
      status: joi.string().valid(...savingsProducts.STATUSES),
    }),
    responses: {
      200: { description: 'Products', schema: pageOf('savings_products', savingsProducts.schema) },
    },
    handle: async ({ ctx, scope, query }) =>
      listOf('savings_products', await savingsProducts.list(ctx.db, scope, query), savingsProducts.present),
  }),
  route({
    operation_id: 'sacco.savingsProducts.get',
    method: 'GET',
    path: `${path}/{savings_product}`,
    tag,
    summary: 'Read a savings product',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    responses: { 200: { description: 'The product', schema: savingsProducts.schema } },
    handle: async ({ ctx, scope, params }) =>
      ok(savingsProducts.present(await savingsProducts.get(ctx.db, scope, params.savings_product))),
  }),
  route({
    operation_id: 'sacco.savingsProducts.retire',
    method: 'POST',
    path: `${path}/{savings_product}/retire`,
    tag,
    summary: 'Retire a savings product: no more accounts of it are opened',
    second_factor: true,
    access: { kind: 'staff', roles: MANAGERS },
    errors: ['NOT_FOUND'],
    responses: { 200: { description: 'Retired', schema: savingsProducts.schema } },
    handle: async ({ caller, params }) =>
      ok(savingsProducts.present(await savingsProducts.retire(caller, params.savings_product))),
  }),
];

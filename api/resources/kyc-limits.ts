/** Balance and movement limits of each KYC tier. */
import joi from 'joi';
import {
  HIGHEST_TIER,
  kycLimitSchema,
  listKycLimits,
  LOWEST_TIER,
  presentKycLimit,
  putKycLimit,
  type TierLimits,
} from '../../domain/customers/index.ts';
import type { PageRequest } from '../../db/page.ts';
import { currency, minorFromZero, pageFields, tierAndCurrency } from '../fields.ts';
import { SCOPED, listOf, ok, route } from '../http/route.ts';
import { pageOf } from '../openapi/page-schema.ts';

const tag = 'KYC';
const path = '/api/v1/kyc/limits';
/** 0 allows nothing. */
const limitMinor = minorFromZero.allow(null).default(null);

export const kycLimitRoutes = [
  route({
    operation_id: 'kycLimits.put',
    method: 'PUT',
    path,
    tag,
    summary: 'Replace the limits of a tier in a currency; a limit that is omitted or null does not apply',
    access: SCOPED,
    body: joi.object<TierLimits>({
      tier: joi.number().integer().min(LOWEST_TIER).max(HIGHEST_TIER).required(),
      currency: currency.required(),
      max_balance_minor: limitMinor,
      max_single_minor: limitMinor,
      max_daily_out_minor: limitMinor,
    }),
    responses: { 200: { description: 'The limits', schema: kycLimitSchema } },
    handle: async ({ caller, body }) => ok(presentKycLimit(await putKycLimit(caller, body))),
  }),
  route({
    operation_id: 'kycLimits.list',
    method: 'GET',
    path,
    tag,
    summary: 'The configured limits, by tier and currency',
    access: SCOPED,
    query: joi.object<PageRequest>(pageFields(tierAndCurrency)),
    responses: { 200: { description: 'Limits', schema: pageOf('limits', kycLimitSchema) } },
    handle: async ({ ctx, scope, query }) =>
      listOf('limits', await listKycLimits(ctx.db, scope, query), presentKycLimit),
  }),
];

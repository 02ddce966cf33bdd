/** Balance and movement limits of each KYC tier. */
import joi from 'joi';
import { kyc, kycLimits } from '../../domain/customers/index.ts';
import type { PageRequest } from '../../db/page.ts';
import { currency, minorFromZero, pageFields, tierAndCurrency } from '../fields.ts';
import { SCOPED, listOf, okOrWaiting, route } from '../http/route.ts';
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
    description: 'With strict approvals the change waits for a second person.',
    access: SCOPED,
    body: joi.object<kycLimits.TierLimits>({
      tier: joi.number().integer().min(kyc.LOWEST_TIER).max(kyc.HIGHEST_TIER).required(),
      currency: currency.required(),
      max_balance_minor: limitMinor,
      max_single_minor: limitMinor,
      max_daily_out_minor: limitMinor,
    }),
    responses: {
      200: { description: 'The limits', schema: kycLimits.schema },
      202: {
        description: 'The present limits; the change waits for a second person',
        schema: kycLimits.schema,
      },
    },
    handle: async ({ caller, body }) => {
      const { limits, approval_id } = await kycLimits.put(caller, body);
      return okOrWaiting(kycLimits.present(limits), approval_id);
    },
  }),
  route({
    operation_id: 'kycLimits.list',
    method: 'GET',
    path,
    tag,
    summary: 'The configured limits, by tier and currency',
    access: SCOPED,
    query: joi.object<PageRequest>(pageFields(tierAndCurrency)),
    responses: { 200: { description: 'Limits', schema: pageOf('limits', kycLimits.schema) } },
    handle: async ({ ctx, scope, query }) =>
      listOf('limits', await kycLimits.list(ctx.db, scope, query), kycLimits.present),
  }),
];

/** KYC: missing requirements for a tier, and the decision. */
import joi from 'joi';
import { kyc } from '../../domain/customers/index.ts';
import { noteRequiredTo } from '../fields.ts';
import { SCOPED, ok, route } from '../http/route.ts';

const tag = 'KYC';
const path = '/api/v1/customers/{customer}/kyc';
const tier = joi.number().integer().max(kyc.HIGHEST_TIER);

export const kycRoutes = [
  route({
    operation_id: 'customers.kyc.requirements',
    method: 'GET',
    path: `${path}/requirements`,
    tag,
    summary: "A customer's missing requirements for a tier",
    access: SCOPED,
    query: joi.object<{ tier: number }>({ tier: tier.min(kyc.LOWEST_TIER).required() }),
    responses: { 200: { description: 'The missing requirements', schema: kyc.requirementsSchema } },
    handle: async ({ ctx, scope, params, query }) =>
      ok(
        kyc.presentRequirements(
          query.tier,
          await kyc.readRequirements(ctx.db, scope, params.customer, query.tier),
        ),
      ),
  }),
  route({
    operation_id: 'customers.kyc.decide',
    method: 'POST',
    path,
    tag,
    summary: 'Approve a customer for a tier, or reject the customer',
    access: SCOPED,
    body: joi.object<kyc.KycDecision>({
      decision: joi.string().valid('approve', 'reject').required(),
      tier: tier
        .min(kyc.LOWEST_TIER + 1)
        .when('decision', { is: 'approve', then: joi.required() })
        .meta({
          openapi: {
            type: 'integer',
            minimum: kyc.LOWEST_TIER + 1,
            maximum: kyc.HIGHEST_TIER,
            description: 'Required to approve',
          },
        }),
      note: noteRequiredTo('reject'),
    }),
    responses: { 200: { description: 'The customer and the decision', schema: kyc.decisionSchema } },
    handle: async ({ caller, params, body }) =>
      ok(kyc.presentDecision(await kyc.decide(caller, params.customer, body), body.decision)),
  }),
];

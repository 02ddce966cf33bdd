/** Fields of requests about money that a provider is to send to the phone of a member. */
import joi from 'joi';
import { worded } from '../../core/field-messages.ts';
import { PROVIDER_NAMES } from '../../domain/payments/index.ts';
import { text } from '../fields.ts';

/** @param field the one that says whether the money is sent */
export const mobileFields = (field: 'to' | 'disburse_to') => {
  const whereSent = (schema: joi.StringSchema, rule: 'required' | 'optional', description: string): joi.Schema =>
    worded(schema.when(field, { is: 'mobile', then: joi[rule](), otherwise: joi.forbidden() }), {
      'any.unknown': `{{#label}} is for \`${field}: "mobile"\` alone`,
    }).meta({ openapi: { type: 'string', description } });
  return {
    provider: whereSent(
      joi.string().valid(...PROVIDER_NAMES),
      'required',
      `The provider that sends it, which must have payouts enabled; with \`${field}: "mobile"\` alone`,
    ),
    phone: whereSent(
      text(30),
      'optional',
      `The member's own, which it is by default; with \`${field}: "mobile"\` alone`,
    ),
  };
};

/** Fields of requests about money that a provider is to send to the phone of a member. */
import joi from 'joi';
import { worded } from '../../core/field-messages.ts';
import { PROVIDER_NAMES } from '../../domain/payments/index.ts';
import { providerName, text } from '../fields.ts';

/** @param field the one that says whether the money is sent */
export const mobileFields = (field: 'to' | 'disburse_to') => {
  const whereSent = (
    schema: joi.Schema,
    { then, description }: { then: joi.Schema; description: string },
  ): joi.Schema =>
    worded(schema.when(field, { is: 'mobile', then, otherwise: joi.forbidden() }), {
      'any.unknown': `{{#label}} is for \`${field}: "mobile"\` alone`,
    }).meta({
      openapi: { type: 'string', description: `${description}; with \`${field}: "mobile"\` alone` },
    });
  return {
    provider: whereSent(providerName, {
      then: joi.required(),
      description: `The provider that sends it, with payouts enabled: one of ${PROVIDER_NAMES.map((name) => `\`${name}\``).join(', ')}`,
    }),
    phone: whereSent(text(40), {
      then: joi.optional(),
      description: "The member's own, which it is by default",
    }),
  };
};

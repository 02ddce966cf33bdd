/** The credentials of MTN MoMo. */
import joi from 'joi';
import type { Currency } from '../../../../core/money.ts';
import { visibleText } from '../configuration/credential-schemas.ts';
import type { CredentialField } from '../provider.port.ts';

export const CURRENCIES: Currency[] = ['UGX', 'RWF', 'GHS', 'ZMW', 'XAF', 'XOF', 'NGN', 'ZAR'];

/** Needed together, for refunds and payouts: Disbursements is a product of its own. */
const DISBURSEMENT = [
  'disbursement_subscription_key',
  'disbursement_api_user',
  'disbursement_api_key',
] as const;

const key = visibleText('a key, without spaces');
const user = joi.string().guid();

export const CREDENTIALS: CredentialField[] = [
  { name: 'subscription_key', schema: key.required() },
  { name: 'api_user', schema: user.required(), open: true },
  { name: 'api_key', schema: key.required() },
  {
    name: 'target_environment',
    // Test keys are for the sandbox; a live account is of one country.
    schema: joi
      .string()
      .required()
      .pattern(/^[a-z]{2,40}$/)
      .when('$environment', { is: 'live', then: joi.string().invalid('sandbox') })
      .messages({
        'string.pattern.base': '{{#label}} must be what MTN calls the country, such as mtnuganda, or sandbox',
        'any.invalid': '{{#label}} must be a country in the live environment',
      }),
    open: true,
  },
  {
    name: 'currency',
    schema: joi
      .string()
      .required()
      .valid(...CURRENCIES),
    open: true,
  },
  { name: 'disbursement_subscription_key', schema: key },
  { name: 'disbursement_api_user', schema: user, open: true },
  { name: 'disbursement_api_key', schema: key },
];

export function credentialRules(schema: joi.ObjectSchema): joi.ObjectSchema {
  return schema.and(...DISBURSEMENT);
}

export function hasDisbursement(credentials: Record<string, string>): boolean {
  return DISBURSEMENT.every((name) => credentials[name] !== undefined);
}

/** A project's configuration of the codes that its payers dial: fields of the provider `manual`, two for each code. */
import joi from 'joi';
import type { CredentialField } from '../providers/provider.port.ts';
import { DIAL_CODES } from './dial-codes.rules.ts';
import { templateProblem } from './dial-string.rules.ts';

export const DIAL_FIELDS: readonly CredentialField[] = DIAL_CODES.flatMap(({ provider }) => [
  {
    name: `${provider}_dial_string`,
    schema: joi
      .string()
      .custom((text: string, helpers) => {
        const problem = templateProblem(text);
        return problem === null ? text : helpers.error('template', { problem });
      })
      .messages({ template: '{{#label}} {{#problem}}' }),
    open: true,
  },
  {
    name: `${provider}_till`,
    schema: joi
      .string()
      .pattern(/^\d{3,12}$/)
      .when(`${provider}_dial_string`, {
        is: joi
          .string()
          .pattern(/\{till\}/)
          .required(),
        then: joi.required(),
      })
      .messages({
        'string.pattern.base': '{{#label}} must be a till, paybill or short code: 3 to 12 digits',
        'any.required': `{{#label}} is required: ${provider}_dial_string contains \\{till}`,
      }),
    open: true,
  },
]);

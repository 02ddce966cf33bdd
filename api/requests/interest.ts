/** Fields of requests about interest on deposits, and the tax that is withheld. */
import joi from 'joi';
import { worded } from '../../core/field-messages.ts';
import { interestTerms } from '../../domain/cooperative/index.ts';

export const taxRate = joi
  .number()
  .integer()
  .min(0)
  .max(10_000)
  .description(
    'In hundredths of a percent; by default the rate of the setting `withholding` that holds on the day of declaration',
  );

export const termFields = {
  rate_bps: joi
    .number()
    .integer()
    .min(0)
    .max(100_000)
    .required()
    .description('A year, in hundredths of a percent'),
  basis: joi
    .string()
    .valid(...interestTerms.BASES)
    .required()
    .description(
      '`daily_balance`: the balance at the end of each day; `minimum_monthly_balance`: the lowest of each whole month; `monthly`: one balance of each whole month',
    ),
  counting: worded(
    joi.when('basis', {
      is: 'monthly',
      then: joi
        .string()
        .valid(...interestTerms.COUNTINGS)
        .required(),
      otherwise: joi.valid(null).default(null),
    }),
    { 'any.only': '{{#label}} is for `basis: "monthly"` alone, as closing or opening' },
  ).meta({
    openapi: {
      type: 'string',
      enum: [...interestTerms.COUNTINGS],
      description: 'With `basis: "monthly"` alone: which balance of each month counts',
    },
  }),
  credit_to: joi
    .string()
    .valid(...interestTerms.CREDITED_TO)
    .default('same_account')
    .description('Into the account that earned it, or the one that every member has'),
};

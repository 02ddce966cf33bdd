/** Fields of requests about money that came into a bank account, or is to leave one. */
import joi from 'joi';
import { worded } from '../../core/field-messages.ts';
import { text } from '../fields.ts';

/** An account of the chart, by its code or its id. */
export const accountName = joi
  .string()
  .min(2)
  .max(40)
  .description('Code or id of an account of the chart of accounts');

/** @param field the one that says whether the money is the bank's */
export const bankFields = (field: 'from' | 'to' | 'paid_from') => {
  const whereBank = (schema: joi.StringSchema, description: string): joi.Schema =>
    worded(schema.when(field, { is: 'bank', then: joi.required(), otherwise: joi.forbidden() }), {
      'any.unknown': `{{#label}} is for \`${field}: "bank"\` alone`,
    }).meta({ openapi: { type: 'string', description } });
  return {
    account: whereBank(accountName, `Code or id of the bank account; with \`${field}: "bank"\` alone`),
    reference: whereBank(text(100), `The bank's reference; with \`${field}: "bank"\` alone`),
  };
};

/** What to dial to pay without internet, as clients see it. */
import { currencySchema, moneyFields } from '../../core/common-schemas.ts';
import { money } from '../../core/money.ts';
import { arrayOf, boolean, object, resource, string, type Wire } from '../../core/schema.ts';
import { ussdIntents, type UssdRequest } from './ussd-intent.rules.ts';

export const ussdIntentSchema = resource('UssdIntent', 'What a payer dials to pay without internet', {
  ...moneyFields('amount'),
  currency: currencySchema,
  reference: string,
  intents: arrayOf(
    object({
      provider: string,
      name: string,
      dial_string: string,
      tel_uri: string.describe('For a link'),
      currency_matches: boolean,
      steps: arrayOf(string),
    }),
  ),
});

export function presentUssdIntents(request: UssdRequest): Wire<typeof ussdIntentSchema> {
  return {
    ...money('amount', request.amount_minor),
    currency: request.currency,
    reference: request.reference,
    intents: ussdIntents(request),
  };
}

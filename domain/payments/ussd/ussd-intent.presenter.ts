/** What to dial to pay without internet, as clients see it. */
import { currencySchema, movementMoneyFields } from '../../../core/common-schemas.ts';
import { money } from '../../../core/money.ts';
import { arrayOf, boolean, object, resource, string, type Wire } from '../../../core/schema.ts';
import type { UssdIntent, UssdRequest } from './ussd-intent.rules.ts';

export const ussdIntentSchema = resource('UssdIntent', 'What a payer dials to pay without internet', {
  ...movementMoneyFields('amount'),
  currency: currencySchema,
  reference: string,
  intents: arrayOf(
    object({
      provider: string,
      name: string,
      dial_string: string.describe(
        "The template that is configured of the provider `manual`, filled in; the menu's code where there is none, or it cannot carry the amount or reference",
      ),
      tel_uri: string.describe('For a link'),
      currency_matches: boolean,
      steps: arrayOf(string),
    }),
  ),
});

export function presentUssdIntents(
  { amount_minor, currency, reference }: UssdRequest,
  intents: UssdIntent[],
): Wire<typeof ussdIntentSchema> {
  return { ...money('amount', amount_minor), currency, reference, intents };
}

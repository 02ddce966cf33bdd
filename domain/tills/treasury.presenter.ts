/** The treasury as clients see it. */
import { currencySchema, moneyFields } from '../../core/common-schemas.ts';
import { money } from '../../core/money.ts';
import { arrayOf, resource, string, type Wire } from '../../core/schema.ts';
import { cashPartsField, presentCashParts } from './cash-parts.presenter.ts';
import { denominationsOf } from './sessions/denominations.rules.ts';
import type { Treasury } from './treasury.ts';

export const treasurySchema = resource(
  'Treasury',
  'What the tills, bank accounts and providers hold, and what was earned',
  {
    currency: currencySchema,
    ...moneyFields('cash_on_hand', 'banks', 'cash_and_banks'),
    ...moneyFields('providers', 'providers_available', 'fee_income', 'interest_income'),
    denominations: arrayOf(string).describe('Of what a count of cash is made in this currency'),
    ...cashPartsField,
  },
);

export function presentTreasury(treasury: Treasury): Wire<typeof treasurySchema> {
  return {
    currency: treasury.currency,
    ...money('cash_on_hand', treasury.cash_on_hand),
    ...money('banks', treasury.banks),
    ...money('cash_and_banks', treasury.cash_on_hand + treasury.banks),
    ...money('providers', treasury.provider_clearing),
    ...money('providers_available', treasury.providers_available),
    ...money('fee_income', treasury.fee_income),
    ...money('interest_income', treasury.interest_income),
    denominations: denominationsOf(treasury.currency),
    ...presentCashParts(treasury.parts),
  };
}

/** Totals of a list: what all rows of its filter come to, whatever the page shows. */
import { currencySchema, moneyFields } from '../../core/common-schemas.ts';
import { money, type Currency } from '../../core/money.ts';
import { arrayOf, boolean, integer, resource, string, type Wire } from '../../core/schema.ts';
import { MAX_COUNTED, type Totals } from '../../db/page.ts';

const sumSchema = resource('ListSum', 'What the rows of a list come to in one of their amounts', {
  field: string.describe('Of a row, without `_minor`'),
  currency: currencySchema,
  ...moneyFields('amount'),
});

export const totalsSchema = resource(
  'ListTotals',
  'What all rows of a filter come to, whatever the page shows',
  {
    count: integer.describe(`How many rows fit the filter, at most ${MAX_COUNTED}`),
    is_capped: boolean.describe('More rows fit than are counted: there are more than `count`'),
    sums: arrayOf(sumSchema).describe(
      'By currency, of lists whose rows have an amount: of all of them, whatever their status. Empty if `is_capped`',
    ),
  },
);

export type PresentedTotals = Wire<typeof totalsSchema>;

export function presentTotals({ count, is_capped, sums }: Totals): PresentedTotals {
  return {
    count,
    is_capped,
    sums: sums.map(({ column, currency, amount_minor }) => ({
      field: column.replace(/_minor$/, ''),
      currency: currency as Currency,
      ...money('amount', amount_minor),
    })),
  };
}

/** Figures over time as clients see them. */
import { currencySchema, moneyFields } from '../../../core/common-schemas.ts';
import { money } from '../../../core/money.ts';
import { arrayOf, date, object, resource, string, type Wire } from '../../../core/schema.ts';
import type { Trends } from './trends.ts';

export const trendsSchema = resource(
  'Trends',
  'Figures of the last twelve months, and of the last thirty days',
  {
    currency: currencySchema,
    months: arrayOf(
      object({
        month_end: date.describe('The last day of the month; of the current one today'),
        ...moneyFields('savings', 'shares'),
        ...moneyFields('due', 'collected'),
      }),
    ).describe(
      'Savings and shares at the end; `due` is what fell due of loans that were open then, `collected` what was repaid, less what was reversed',
    ),
    days: arrayOf(object({ date, ...moneyFields('cash_in', 'cash_out', 'cash') })).describe(
      'Cash that came in and went out, and cash at the end of the day',
    ),
    providers: arrayOf(
      object({
        provider: string,
        months: arrayOf(object({ month_end: date, ...moneyFields('received', 'paid_out') })),
      }),
    ).describe(
      'What completed payments brought through each provider, and what refunds and payouts took out, by the day on which each ended; without fees',
    ),
  },
);

export function presentTrends({ currency, months, days, providers }: Trends): Wire<typeof trendsSchema> {
  return {
    currency,
    months: months.map(({ month_end, savings_minor, shares_minor, due_minor, collected_minor }) => ({
      month_end,
      ...money('savings', savings_minor),
      ...money('shares', shares_minor),
      ...money('due', due_minor),
      ...money('collected', collected_minor),
    })),
    days: days.map(({ date: day, cash_in_minor, cash_out_minor, cash_minor }) => ({
      date: day,
      ...money('cash_in', cash_in_minor),
      ...money('cash_out', cash_out_minor),
      ...money('cash', cash_minor),
    })),
    providers: providers.map(({ provider, months: of_months }) => ({
      provider,
      months: of_months.map(({ month_end, received_minor, paid_out_minor }) => ({
        month_end,
        ...money('received', received_minor),
        ...money('paid_out', paid_out_minor),
      })),
    })),
  };
}

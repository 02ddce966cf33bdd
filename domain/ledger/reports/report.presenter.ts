/** The report as clients see it. */
import { currencySchema, moneyFields } from '../../../core/common-schemas.ts';
import { money, type Currency } from '../../../core/money.ts';
import { arrayOf, bigInteger, date, object, resource, type Wire } from '../../../core/schema.ts';
import { withPaidOut, type CurrencyReport } from './report.ts';

export const reportSchema = resource(
  'Report',
  'What came in, went back and was kept in a period, per currency',
  {
    from: date,
    to: date,
    currencies: arrayOf(
      object({
        currency: currencySchema,
        payments: bigInteger.describe('How many'),
        ...moneyFields('collected'),
        refunds: bigInteger.describe('How many'),
        ...moneyFields('refunded', 'provider_fees', 'vendor_splits', 'net', 'paid_out', 'payouts'),
      }),
    ),
  },
);

/** @param paid_out by currency: what was paid out beside what statements say */
export function presentReport(
  { from, to }: { from: string; to: string },
  report: readonly CurrencyReport[],
  paid_out: ReadonlyMap<Currency, bigint>,
): Wire<typeof reportSchema> {
  return {
    from,
    to,
    currencies: withPaidOut(report, paid_out).map((each) => ({
      currency: each.currency,
      payments: each.payments,
      ...money('collected', each.collected_minor),
      refunds: each.refunds,
      ...money('refunded', each.refunded_minor),
      ...money('provider_fees', each.provider_fees_minor),
      ...money('vendor_splits', each.vendor_splits_minor),
      ...money('net', each.net_minor),
      ...money('paid_out', each.paid_out_minor),
      ...money('payouts', each.payouts_minor),
    })),
  };
}

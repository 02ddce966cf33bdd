/** What was collected, refunded and kept in a period, by currency. */
import { invalidField } from '../../../core/errors.ts';
import { daysBetween } from '../../../core/local-date.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Currency } from '../../../core/money.ts';
import type { Db } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import type { RowOfQuery } from '../../../db/statement.ts';
import { readTotalsOfDays } from './reports.sql.ts';

/** Days of one report at most, both ends included. */
const MAX_DAYS = 366;

export interface CurrencyReport {
  currency: Currency;
  payments: bigint;
  collected_minor: bigint;
  refunds: bigint;
  refunded_minor: bigint;
  provider_fees_minor: bigint;
  vendor_splits_minor: bigint;
  net_minor: bigint;
  paid_out_minor: bigint;
  /** What providers sent to phones and bank accounts on request. */
  payouts_minor: bigint;
}

const NOTHING = {
  payments: 0n,
  collected_minor: 0n,
  refunds: 0n,
  refunded_minor: 0n,
  provider_fees_minor: 0n,
  vendor_splits_minor: 0n,
  net_minor: 0n,
  paid_out_minor: 0n,
  payouts_minor: 0n,
};

type KindTotal = RowOfQuery<typeof readTotalsOfDays>;

/** First and last day of a report, UTC, both included. */
interface ReportPeriod {
  from: string;
  to: string;
}

/** @throws AppError VALIDATION_ERROR when the period runs backwards or is longer than a leap year */
export async function ledgerReport(
  db: Db,
  scope: Scope,
  { from, to }: ReportPeriod,
): Promise<CurrencyReport[]> {
  const days = daysBetween(from, to) + 1;
  if (days < 1) throw invalidField('to', '"to" must not be before "from".');
  if (days > MAX_DAYS) throw invalidField('to', `A report covers at most ${MAX_DAYS} days.`);
  const rows = await readTotalsOfDays(db, { ...scopeColumns(scope), from, to });
  const currencies = [...new Set(rows.map((row) => row.currency))];
  return currencies.map((currency) =>
    summarise(
      currency,
      rows.filter((row) => row.currency === currency),
    ),
  );
}

function summarise(currency: Currency, rows: KindTotal[]): CurrencyReport {
  const find = (kind: string) => rows.find((row) => row.kind === kind);
  const amount = (kind: string): bigint => BigInt(find(kind)?.amount_minor ?? 0);
  const collected_minor = amount('payment_settlement');
  const refunded_minor = amount('refund');
  const provider_fees_minor = amount('fee') - amount('fee_reversal');
  const vendor_splits_minor = amount('split');
  return {
    currency,
    payments: find('payment_settlement')?.transfers ?? 0n,
    collected_minor,
    refunds: find('refund')?.transfers ?? 0n,
    refunded_minor,
    provider_fees_minor,
    vendor_splits_minor,
    net_minor: collected_minor - refunded_minor - provider_fees_minor - vendor_splits_minor,
    paid_out_minor: amount('payout') - amount('payout_reversal'),
    payouts_minor: amount('provider_payout'),
  };
}

/** @param paid_out by currency: what was paid out beside what statements say */
export function withPaidOut(
  report: readonly CurrencyReport[],
  paid_out: ReadonlyMap<Currency, bigint>,
): CurrencyReport[] {
  const currencies = new Set([...report.map(({ currency }) => currency), ...paid_out.keys()]);
  return [...currencies].toSorted().map((currency) => {
    const found = report.find((each) => each.currency === currency) ?? { currency, ...NOTHING };
    return { ...found, paid_out_minor: found.paid_out_minor + (paid_out.get(currency) ?? 0n) };
  });
}

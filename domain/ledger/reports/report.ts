/** What was collected, refunded and kept in a period, by currency. */
import { invalidField } from '../../../core/errors.ts';
import { daysBetween } from '../../../core/local-date.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Currency } from '../../../core/money.ts';
import type { Db } from '../../../db/connection.ts';

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
}

interface KindTotal {
  currency: Currency;
  kind: string;
  transfers: bigint;
  amount_minor: string;
}

/**
 * @param from first day, UTC
 * @param to last day, UTC, included
 * @throws AppError VALIDATION_ERROR when the period runs backwards or is longer than a leap year
 */
export async function ledgerReport(
  db: Db,
  scope: Scope,
  from: string,
  to: string,
): Promise<CurrencyReport[]> {
  const days = daysBetween(from, to) + 1;
  if (days < 1) throw invalidField('to', '"to" must not be before "from".');
  if (days > MAX_DAYS) throw invalidField('to', `A report covers at most ${MAX_DAYS} days.`);
  const rows: KindTotal[] = await db('ledger_daily_totals')
    .where({ project_id: scope.project_id, environment: scope.environment })
    .whereBetween('day', [from, to])
    .groupBy('currency', 'kind')
    .orderBy('currency')
    .select(
      'currency',
      'kind',
      db.raw('sum(transfers)::bigint as transfers'),
      db.raw('sum(amount_minor)::text as amount_minor'),
    );
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
  };
}

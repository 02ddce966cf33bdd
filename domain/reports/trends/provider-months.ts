/** What was received and paid out through each provider, month by month. */
import { addDays, startOfDay } from '../../../core/local-date.ts';
import type { Currency } from '../../../core/money.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import { sumByProviderAndMonth } from './provider-months.sql.ts';

/** In minor units. */
export interface ProviderMonths {
  provider: string;
  months: { month_end: string; received_minor: bigint; paid_out_minor: bigint }[];
}

interface Months {
  currency: Currency;
  utc_offset_minutes: number;
  /** One before the first month that is wanted, then one of each. */
  month_ends: readonly string[];
}

/** Those through which anything went in these months, by name. */
export async function readProviderMonths(
  db: Queryable,
  scope: Scope,
  { currency, utc_offset_minutes, month_ends }: Months,
): Promise<ProviderMonths[]> {
  const [before = '', ...shown] = month_ends;
  const after = (day: string): Date => startOfDay(addDays(day, 1), utc_offset_minutes);
  const rows = await sumByProviderAndMonth(db, {
    ...scopeColumns(scope),
    currency,
    utc_offset_minutes,
    begins: after(before),
    ends: after(shown.at(-1) ?? before),
  });
  const sums = new Map(rows.map((row) => [`${row.provider} ${row.month.slice(0, 7)}`, row]));
  return [...new Set(rows.map(({ provider }) => provider))].map((provider) => ({
    provider,
    months: shown.map((month_end) => {
      const sum = sums.get(`${provider} ${month_end.slice(0, 7)}`);
      return {
        month_end,
        received_minor: BigInt(sum?.received ?? 0),
        paid_out_minor: BigInt(sum?.paid_out ?? 0),
      };
    }),
  }));
}

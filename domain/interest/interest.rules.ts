/** The months and periods of interest on deposits. Pure. */
import { addDays, addMonths } from '../../core/local-date.ts';
import type { interestTerms } from '../cooperative/index.ts';

type Period = interestTerms.Period;

const BPS = 10_000;

/** By what the sum of balances x rate is divided: the days, or the months, of a year. */
export const DIVISORS: Readonly<Record<interestTerms.Basis, number>> = {
  daily_balance: BPS * 365,
  minimum_monthly_balance: BPS * 12,
  monthly: BPS * 12,
};

/** Days of one run at most: a leap year. */
export const MAX_PERIOD_DAYS = 366;

/** Whether a whole calendar month lies within the period. */
export function hasWholeMonth(period_start: string, period_end: string): boolean {
  const first = period_start.endsWith('-01') ? period_start : firstOfNextMonth(period_start);
  return lastOfMonth(first) <= period_end;
}

/** What is left of periods once the days of others are taken out; both in the order of their days. */
export function daysLeft(periods: readonly Period[], taken: readonly Period[]): Period[] {
  return periods.flatMap(({ period_start, period_end }) => {
    const left: Period[] = [];
    let first = period_start;
    for (const other of taken) {
      if (other.period_end < first || other.period_start > period_end) continue;
      if (other.period_start > first)
        left.push({ period_start: first, period_end: addDays(other.period_start, -1) });
      first = addDays(other.period_end, 1);
    }
    if (first <= period_end) left.push({ period_start: first, period_end });
    return left;
  });
}

const firstOfNextMonth = (date: string): string => addMonths(`${date.slice(0, 7)}-01`, 1);

const lastOfMonth = (date: string): string => addDays(firstOfNextMonth(date), -1);

/** The months and periods of interest on deposits. Pure. */
import { addDays, addMonths } from '../../core/local-date.ts';
import type { interestTerms } from '../cooperative/index.ts';

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

const MONTHS: Readonly<Record<interestTerms.Frequency, number>> = { monthly: 1, quarterly: 3, yearly: 12 };

export interface Period {
  period_start: string;
  period_end: string;
}

/**
 * The periods of a calendar that ended on or after one date and before another one, the earliest first.
 * @param most of them
 */
export function periodsEnded(
  frequency: interestTerms.Frequency,
  { since, before, most }: { since: string; before: string; most: number },
): Period[] {
  const months = MONTHS[frequency];
  const periods: Period[] = [];
  let period_start = startOfPeriod(since, months);
  while (periods.length < most) {
    const next = addMonths(period_start, months);
    const period_end = addDays(next, -1);
    if (period_end >= before) break;
    periods.push({ period_start, period_end });
    period_start = next;
  }
  return periods;
}

/** What people call it: `2026-03`, `2026-Q1`, `2026`. */
export function nameOfPeriod(frequency: interestTerms.Frequency, { period_start }: Period): string {
  const [year, month] = period_start.split('-') as [string, string];
  if (frequency === 'yearly') return year;
  return frequency === 'monthly' ? `${year}-${month}` : `${year}-Q${Math.ceil(Number(month) / 3)}`;
}

function startOfPeriod(date: string, months: number): string {
  const [year, month] = date.split('-').map(Number) as [number, number];
  const first = month - ((month - 1) % months);
  return `${String(year).padStart(4, '0')}-${String(first).padStart(2, '0')}-01`;
}

const firstOfNextMonth = (date: string): string => addMonths(`${date.slice(0, 7)}-01`, 1);

const lastOfMonth = (date: string): string => addDays(firstOfNextMonth(date), -1);

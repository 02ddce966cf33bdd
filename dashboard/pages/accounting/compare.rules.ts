/** The days with which a report is compared. Pure. */
import { addDays } from '../../forms/fields/date.rules.ts';

/** That many months earlier; the last day of a month stays one. */
export function monthsEarlier(date: string, count: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last_day = lastDayOf(year, month);
  const earlier = new Date(Date.UTC(year, month - 1 - count, 1));
  const last_then = lastDayOf(earlier.getUTCFullYear(), earlier.getUTCMonth() + 1);
  const day_then = day === last_day ? last_then : Math.min(day, last_then);
  return `${earlier.toISOString().slice(0, 8)}${String(day_then).padStart(2, '0')}`;
}

/** @param month from 1 */
function lastDayOf(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The days up to that one which the general ledger shows at most: of a balance, its latest lines. */
export function yearUntil(to: string): { from: string; to: string } {
  return { from: addDays(to, -365), to };
}

/** What stands beside a figure: the same a month and a year before. */
export const COMPARED = [
  { months: 1, label: 'accounting.month_before' },
  { months: 12, label: 'accounting.year_before' },
] as const;

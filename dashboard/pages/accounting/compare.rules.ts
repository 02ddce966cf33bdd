/** The days with which a report is compared. Pure. */

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

/** The day before. */
export function dayBefore(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}

/** The days up to that one which the general ledger shows at most: of a balance, its latest lines. */
export function yearUntil(to: string): { from: string; to: string } {
  const from_ms = Date.parse(`${to}T00:00:00Z`) - 365 * 86_400_000;
  return { from: new Date(from_ms).toISOString().slice(0, 10), to };
}

/** What stands beside a figure: the same a month and a year before. */
export const COMPARED = [
  { months: 1, label: 'accounting.month_before' },
  { months: 12, label: 'accounting.year_before' },
] as const;

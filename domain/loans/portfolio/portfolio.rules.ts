/** The loan book's figures: what is owed, and how much of it is at risk because payments are late. Pure. */
import { divideHalfUp } from '../../../core/formula.ts';
import { addDays, addMonths } from '../../../core/local-date.ts';

/** Days past due beyond which a loan's whole outstanding principal is at risk. */
export const PAR_DAYS = { par30: 30, par90: 90 } as const;

/** The portfolio at risk as a share of the outstanding principal; 0 without loans. */
export function parBps(at_risk_minor: bigint, outstanding_minor: bigint): number {
  return outstanding_minor === 0n ? 0 : Number(divideHalfUp(at_risk_minor * 10_000n, outstanding_minor));
}

/** Months in one request for the history. */
export const MAX_HISTORY_MONTHS = 60;

/** Whether the text is a valid month, `YYYY-MM`. */
export function isMonth(text: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text) && !text.startsWith('0000');
}

/** The months from one to the other, both included; where there are too many, one more than a history may have. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = [];
  let first_day = `${from}-01`;
  while (first_day <= `${to}-01` && months.length <= MAX_HISTORY_MONTHS) {
    months.push(first_day.slice(0, 7));
    const next = addMonths(first_day, 1);
    // The last month that dates can express has no next one.
    if (!next.endsWith('-01')) break;
    first_day = next;
  }
  return months;
}

/** The last day of a month that has begun. */
export function lastDayOf(month: string): string {
  return addDays(addMonths(`${month}-01`, 1), -1);
}

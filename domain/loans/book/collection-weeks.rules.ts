/** Weeks from Monday to Sunday. Pure. */
import { addDays, daysBetween } from '../../../core/local-date.ts';

/** With the one under way. */
const WEEKS = 8;
const DAYS_A_WEEK = 7;
/** A Monday. */
const FIRST_MONDAY = '0001-01-01';

interface Week {
  /** Local dates, both included. */
  week_start: string;
  week_end: string;
}

/** The last weeks up to the one with that day, oldest first. */
export function collectionWeeks(today: string): Week[] {
  const monday = addDays(today, -(daysBetween(FIRST_MONDAY, today) % DAYS_A_WEEK));
  return Array.from({ length: WEEKS }, (_none, i) => {
    const week_start = addDays(monday, (i + 1 - WEEKS) * DAYS_A_WEEK);
    return { week_start, week_end: addDays(week_start, DAYS_A_WEEK - 1) };
  });
}

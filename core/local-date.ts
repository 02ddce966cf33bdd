/** Calendar dates without a time of day, as `YYYY-MM-DD` text: they sort as text and carry no zone. */

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** No time zone is further from UTC. */
const MAX_UTC_OFFSET_MINUTES = 14 * 60;
/** The range of dates in this form, also in PostgreSQL. */
const FIRST_MS = Date.parse('0001-01-01T00:00:00.000Z');
const LAST_MS = Date.parse('9999-12-31T00:00:00.000Z');

/** The calendar date at an instant, for a place `utc_offset_minutes` east of UTC. */
export function localDateAt(instant: Date, utc_offset_minutes = 0): string {
  return new Date(instant.getTime() + utc_offset_minutes * 60_000).toISOString().slice(0, 10);
}

/** Date and time of day at an instant, for a place `utc_offset_minutes` east of UTC: 2026-11-29 12:30. */
export function localMinuteAt(instant: Date, utc_offset_minutes: number): string {
  const local = new Date(instant.getTime() + utc_offset_minutes * 60_000);
  return local.toISOString().slice(0, 16).replace('T', ' ');
}

/** The instant at which a calendar date begins, for a place `utc_offset_minutes` east of UTC. */
export function startOfDay(date: string, utc_offset_minutes = 0): Date {
  return new Date(Date.parse(`${date}T00:00:00.000Z`) - utc_offset_minutes * 60_000);
}

/** The instants that bound local days: the start of `from`, and the end of `to`. */
export function instantsOf(
  from: string,
  to: string,
  utc_offset_minutes: number,
): { begins: Date; ends: Date } {
  return {
    begins: startOfDay(from, utc_offset_minutes),
    ends: startOfDay(addDays(to, 1), utc_offset_minutes),
  };
}

/** "+03:00" → 180: minutes east of UTC, at most 14 hours in either direction; null for any other text. */
export function parseUtcOffset(text: string): number | null {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):([0-5]\d)$/.exec(text) ?? [];
  const offset_minutes = Number(hours) * 60 + Number(minutes);
  if (Number.isNaN(offset_minutes) || offset_minutes > MAX_UTC_OFFSET_MINUTES) return null;
  return sign === '-' ? -offset_minutes : offset_minutes;
}

/** True for a date that exists: 2026-02-30 does not, nor does a year 0. */
export function isLocalDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00.000Z`);
  return ms >= FIRST_MS && new Date(ms).toISOString().slice(0, 10) === text;
}

/** The date that many days later (earlier when negative), limited to the first and last date of this form. */
export function addDays(date: string, days: number): string {
  const ms = Date.parse(`${date}T00:00:00.000Z`) + days * DAY_MS;
  return new Date(Math.min(Math.max(ms, FIRST_MS), LAST_MS)).toISOString().slice(0, 10);
}

/** The same day that many months later, or the last day of a month that has no such day. */
export function addMonths(date: string, months: number): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  // Day 0 of the next month is the last day of the month.
  const last = new Date(Date.UTC(2000, 0, 1));
  last.setUTCFullYear(year, month + months, 0);
  last.setUTCDate(Math.min(day, last.getUTCDate()));
  return last.getTime() > LAST_MS ? '9999-12-31' : last.toISOString().slice(0, 10);
}

/** Days from one date to the other; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00.000Z`) - Date.parse(`${from}T00:00:00.000Z`)) / DAY_MS);
}

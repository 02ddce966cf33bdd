/** Calendar dates without a time of day, as `YYYY-MM-DD` text: they sort as text and carry no zone. */

const DAY_MS = 86_400_000;

/** The calendar date at an instant, for a place `utc_offset_minutes` east of UTC. */
export function localDateAt(instant: Date, utc_offset_minutes = 0): string {
  return new Date(instant.getTime() + utc_offset_minutes * 60_000).toISOString().slice(0, 10);
}

/** The instant at which a calendar date begins, for a place `utc_offset_minutes` east of UTC. */
export function startOfDay(date: string, utc_offset_minutes = 0): Date {
  return new Date(Date.parse(`${date}T00:00:00.000Z`) - utc_offset_minutes * 60_000);
}

/** True for a date that exists: 2026-02-30 does not. */
export function isLocalDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === text;
}

/** The date that many days later (earlier when negative). */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00.000Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Days from one date to the other; negative when `to` comes first. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00.000Z`) - Date.parse(`${from}T00:00:00.000Z`)) / DAY_MS);
}

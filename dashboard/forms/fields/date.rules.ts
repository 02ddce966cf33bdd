/** Local dates and times: kept as the API writes them, typed and shown as East Africa writes them. Pure. */

/** A field that is half filled in holds no date. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}

export const DAY_MS = 86_400_000;

/** That many days later. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The first day of its month. */
export function monthOf(date: string): string {
  return `${date.slice(0, 8)}01`;
}

/** 2026-12-31 → 31/12/2026; any other text stays as it is. */
export function writeDay(date: string): string {
  return isDate(date) ? date.split('-').toReversed().join('/') : date;
}

/** 31/12/2026, also as 31.12.2026, 31-12-2026, 31122026 or 2026-12-31. */
const TYPED_DAY =
  /^(?:(?<day>\d{1,2})(?<mark>[/.-])(?<month>\d{1,2})\k<mark>(?<year>\d{4})|(?<whole>\d{8})|(?<date>\d{4}-\d{2}-\d{2}))$/;
/** An earlier one is a slip of the keys. */
const FIRST_YEAR = '1900';

/** @returns the date that is typed, '' for no text, undefined for one that is no day of the calendar */
export function readDay(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '') return '';
  const { day, month, year, whole, date } = TYPED_DAY.exec(text)?.groups ?? {};
  const read =
    date ??
    (whole === undefined
      ? dateOf(year, month, day)
      : dateOf(whole.slice(4), whole.slice(2, 4), whole.slice(0, 2)));
  return read >= FIRST_YEAR && doesExist(read) ? read : undefined;
}

function dateOf(year = '', month = '', day = ''): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** 31 April is no day. */
function doesExist(date: string): boolean {
  const at_ms = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(at_ms) && new Date(at_ms).toISOString().startsWith(date);
}

/** 2026-12-31T14:30 → 31/12/2026 14:30; any other text stays as it is. */
export function writeMinute(local: string): string {
  const [date = '', time] = local.split('T');
  return time === undefined ? local : `${writeDay(date)} ${time}`;
}

/** @returns `YYYY-MM-DDTHH:MM` for 31/12/2026 14:30 or itself, '' for no text, undefined for any other */
export function readMinute(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '') return '';
  const [day = '', time = ''] = text.split(/[T ]+/);
  const [, hour = '', minute = ''] = /^(\d{1,2}):(\d{2})$/.exec(time) ?? [];
  const date = readDay(day);
  if (!date || hour === '' || Number(hour) > 23 || Number(minute) > 59) return undefined;
  return `${date}T${hour.padStart(2, '0')}:${minute}`;
}

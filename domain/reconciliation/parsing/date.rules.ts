/**
 * Reads the dates of statements, in the default formats or one that the import names. Pure.
 *
 * Own code, because no library fits: libraries with these tokens use the local time of the machine, which lacks the dates that
 * a change to summer time skips, and take about ten times as long; here a format is one regular expression.
 */
import { isLocalDate, localDateAt, parseUtcOffset } from '../../../core/local-date.ts';

/** `YYYY-MM-DD`, or null for a cell that is no date in any of the formats. */
type ReadDate = (cell: string) => string | null;

/** Day before month, always. */
const DEFAULT_FORMATS = ['YYYY-MM-DD', 'DD/MM/YYYY', 'DD-MM-YYYY', 'YYYY/MM/DD', 'DD.MM.YYYY'];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Longer cells are no dates. */
const MAX_LENGTH = 60;
const MAX_FORMAT_LENGTH = 40;

interface Token {
  pattern: string;
  part: Part;
}
type Part = 'year' | 'short_year' | 'month' | 'month_name' | 'day' | 'hour' | 'minute' | 'second' | 'half';

const TOKENS: Record<string, Token> = {
  YYYY: { pattern: '\\d{4}', part: 'year' },
  YY: { pattern: '\\d{2}', part: 'short_year' },
  MMM: { pattern: '[A-Za-z]{3}', part: 'month_name' },
  MM: { pattern: '\\d{2}', part: 'month' },
  DD: { pattern: '\\d{2}', part: 'day' },
  HH: { pattern: '\\d{1,2}', part: 'hour' },
  hh: { pattern: '\\d{1,2}', part: 'hour' },
  mm: { pattern: '\\d{2}', part: 'minute' },
  ss: { pattern: '\\d{2}', part: 'second' },
  A: { pattern: '[AaPp]\\.?[Mm]\\.?', part: 'half' },
};
/** The parts of a format; letters that are no token stand for themselves. */
const FORMAT_PARTS = /YYYY|YY|MMM|MM|DD|HH|hh|mm|ss|A|\s+|[^]/g;

const ZONE = '(?:\\s?(?<zone>Z|[+-]\\d{2}:?\\d{2}))?';
/** Optional after a date whose format has no time. */
const ANY_TIME =
  '(?:(?:,?\\s+|T)(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2})(?:[.,]\\d{1,9})?)?(?:\\s?(?<half>[AaPp]\\.?[Mm]\\.?))?' +
  `${ZONE})?`;

/**
 * @param date_format a valid one (`dateFormatProblem`); the default formats where it is undefined
 * @param utc_offset_minutes of the dates that are read; a cell that names another offset is converted
 */
export function dateReader(date_format: string | undefined, utc_offset_minutes: number): ReadDate {
  const forms = (date_format === undefined ? DEFAULT_FORMATS : [date_format]).map(compile);
  const exists = remember(isLocalDate);
  return (cell) => {
    const text = cell.trim();
    if (text.length > MAX_LENGTH) return null;
    for (const form of forms) {
      const parts = form.exec(text)?.groups;
      if (parts) return dateOf(parts, exists, utc_offset_minutes);
    }
    return null;
  };
}

/** The accepted formats, for a message. */
export function dateForms(date_format: string | undefined): string {
  return date_format ?? DEFAULT_FORMATS.join(', ');
}

/** The problem with a format, or null. */
export function dateFormatProblem(date_format: string): string | null {
  if (date_format.length > MAX_FORMAT_LENGTH)
    return `A date format has at most ${MAX_FORMAT_LENGTH} characters.`;
  const pieces = date_format.match(FORMAT_PARTS) ?? [];
  const parts = pieces.flatMap((piece) => TOKENS[piece]?.part.replace(/^short_|_name$/g, '') ?? []);
  const unknown = pieces.find((piece) => !(piece in TOKENS) && /[A-SU-Za-z]/.test(piece));
  if (unknown) return `"${unknown}" is no token: ${Object.keys(TOKENS).join(' ')}.`;
  const twice = parts.find((part, i) => parts.indexOf(part) !== i);
  if (twice) return `The ${twice} is there twice.`;
  const missing = ['year', 'month', 'day'].find((part) => !parts.includes(part));
  return missing ? `The ${missing} is missing. (MM is the month, mm are minutes.)` : null;
}

function compile(date_format: string): RegExp {
  const pieces = date_format.match(FORMAT_PARTS) ?? [];
  const source = pieces.map((piece) => {
    const token = TOKENS[piece];
    if (token) return `(?<${token.part}>${token.pattern})`;
    return piece.trim() === '' ? '\\s+' : piece.replace(/[\\^$.*+?()[\]{}|]/, '\\$&');
  });
  const timed = pieces.some((piece) => TOKENS[piece]?.part === 'hour');
  return new RegExp(`^${source.join('')}${timed ? `(?:[.,]\\d{1,9})?${ZONE}` : ANY_TIME}$`);
}

type Parts = Partial<Record<Part | 'zone', string>>;

function dateOf(parts: Parts, exists: (date: string) => boolean, utc_offset_minutes: number): string | null {
  const { year = `20${parts.short_year}`, month = monthNumber(parts.month_name), day = '' } = parts;
  const date = `${year}-${month}-${day}`;
  const { hour = '00', minute = '00', second = '00', zone } = parts;
  if (!exists(date) || Number(hour) > 23 || minute > '59' || second > '59') return null;
  if (zone === undefined) return date;
  const zone_minutes = zone === 'Z' ? 0 : parseUtcOffset(zone.replace(/:?(\d{2})$/, ':$1'));
  if (zone_minutes === null) return null;
  const time = `${hourOfDay(hour, parts.half)}:${minute}:${second}`;
  const instant_ms = Date.parse(`${date}T${time}.000Z`) - zone_minutes * 60_000;
  const converted = localDateAt(new Date(instant_ms), utc_offset_minutes);
  return isLocalDate(converted) ? converted : null;
}

/** Caches the check: a statement repeats the same few days. */
function remember(check: (date: string) => boolean): (date: string) => boolean {
  const known = new Map<string, boolean>();
  return (date) => {
    const found = known.get(date) ?? check(date);
    known.set(date, found);
    return found;
  };
}

function monthNumber(name = ''): string {
  return String(MONTHS.indexOf(name.toLowerCase()) + 1).padStart(2, '0');
}

/** "8" and "pm" → "20". An hour of the 24-hour clock stays as it is: some write "14:05 PM". */
function hourOfDay(hour: string, half = ''): string {
  const afternoon = half.toLowerCase().startsWith('p');
  const of_day = Number(hour) > 12 || half === '' ? Number(hour) : (Number(hour) % 12) + (afternoon ? 12 : 0);
  return String(of_day).padStart(2, '0');
}

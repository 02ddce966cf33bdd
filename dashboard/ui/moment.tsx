/** Moments in the cooperative's own time, and calendar dates. */
import { useNow } from '../api/clock.ts';
import { useUtcOffset } from '../api/me.ts';
import { useWords } from '../words.ts';
import { ageFormat, dateFormat } from './formats.ts';

/** @param at RFC 3339 */
export function Moment({
  at,
  withDate = true,
  withTime = true,
}: {
  at: string;
  withDate?: boolean;
  withTime?: boolean;
}): React.ReactNode {
  const { language } = useWords();
  const utc_offset_minutes = useUtcOffset();
  const local = new Date(Date.parse(at) + utc_offset_minutes * 60_000);
  const format = dateFormat(localeOf(language), {
    ...(withDate ? { dateStyle: 'medium' } : {}),
    ...(withTime ? { timeStyle: 'short' } : {}),
  });
  return (
    <time dateTime={at} data-with-time={withTime || undefined}>
      {format.format(local)}
      {withDate && <Ethiopian date={local} />}
    </time>
  );
}

/** @param date `YYYY-MM-DD` */
export function LocalDate({ date }: { date: string }): React.ReactNode {
  const dayText = useDayText();
  return (
    <time dateTime={date}>
      {dayText(date)}
      <Ethiopian date={new Date(`${date}T00:00:00Z`)} />
    </time>
  );
}

/** The last day of a month; today for the month that is not over, as its figures are of today. */
export function MonthEnd({ date }: { date: string }): React.ReactNode {
  const today = useToday();
  return <LocalDate date={date < today ? date : today} />;
}

/** From a day to another, each `YYYY-MM-DD`. */
export function LocalDates({ from, to }: { from: string; to: string }): React.ReactNode {
  const dayText = useDayText();
  return (
    <span>
      <time dateTime={from}>{dayText(from)}</time> – <time dateTime={to}>{dayText(to)}</time>
      <Ethiopian date={new Date(`${from}T00:00:00Z`)} until={new Date(`${to}T00:00:00Z`)} />
    </span>
  );
}

/** A date within a sentence: 31 Dec 2026. */
export function useDayText(): (date: string) => string {
  const { language } = useWords();
  const format = dateFormat(localeOf(language), { dateStyle: 'medium' });
  return (date) => format.format(new Date(`${date}T00:00:00Z`));
}

/** Short names of days and months: 7 Nov, Nov 2026. @returns functions of `YYYY-MM-DD`, that of months of `YYYY-MM` too */
export function useDateNames(): Record<'dayName' | 'monthName', (date: string) => string> {
  const { language } = useWords();
  const namesBy = (parts: Intl.DateTimeFormatOptions) => {
    const format = dateFormat(localeOf(language), parts);
    return (date: string): string => format.format(new Date(date));
  };
  return {
    dayName: namesBy({ day: 'numeric', month: 'short' }),
    monthName: namesBy({ month: 'short', year: 'numeric' }),
  };
}

/** The date of the Ethiopian calendar, beside the other one in Amharic. */
export function Ethiopian({ date, until }: { date: Date; until?: Date }): React.ReactNode {
  const { language } = useWords();
  if (language !== 'am') return null;
  const format = dateFormat('am-ET-u-ca-ethiopic', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  return (
    <>
      {' '}
      <span className="below">
        {format.format(date)}
        {until && ` – ${format.format(until)}`}
      </span>
    </>
  );
}

/** How long ago: "3 hours ago". */
export function Age({ at }: { at: string }): React.ReactNode {
  const { language } = useWords();
  const minutes = Math.round((Date.parse(at) - useNow()) / 60_000);
  const format = ageFormat(language);
  const text =
    Math.abs(minutes) < 60
      ? format.format(minutes, 'minute')
      : Math.abs(minutes) < 48 * 60
        ? format.format(Math.round(minutes / 60), 'hour')
        : format.format(Math.round(minutes / 1440), 'day');
  return <time dateTime={at}>{text}</time>;
}

/** Today's date in the cooperative's own time. */
export function useToday(): string {
  const dayOf = useDayOf();
  return dayOf(useNow());
}

/** The date of a moment in the cooperative's own time. */
export function useDayOf(): (at: string | number) => string {
  const utc_offset_minutes = useUtcOffset();
  return (at) => {
    const at_ms = typeof at === 'number' ? at : Date.parse(at);
    return new Date(at_ms + utc_offset_minutes * 60_000).toISOString().slice(0, 10);
  };
}

/** When the days begin that the service counts in UTC, in the cooperative's own time: 03:00 in Nairobi. */
export function useStartOfUtcDay(): string {
  return new Date(useUtcOffset() * 60_000).toISOString().slice(11, 16);
}

/** Day before month, as East Africa writes it. */
function localeOf(language: string): string {
  return language === 'en' ? 'en-GB' : language;
}

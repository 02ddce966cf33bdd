/** Moments in the cooperative's own time, and calendar dates. */
import { useNow } from '../api/clock.ts';
import { useUtcOffset } from '../api/me.ts';
import { useWords } from '../words.ts';

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
  const format = new Intl.DateTimeFormat(localeOf(language), {
    ...(withDate ? { dateStyle: 'medium' } : {}),
    ...(withTime ? { timeStyle: 'short' } : {}),
    timeZone: 'UTC',
  });
  return (
    <time dateTime={at}>
      {format.format(local)}
      {withDate && <Ethiopian date={local} />}
    </time>
  );
}

/** @param date `YYYY-MM-DD` */
export function LocalDate({ date }: { date: string }): React.ReactNode {
  const { language } = useWords();
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeZone: 'UTC' });
  const day = new Date(`${date}T00:00:00Z`);
  return (
    <time dateTime={date}>
      {format.format(day)}
      <Ethiopian date={day} />
    </time>
  );
}

/** The date of the Ethiopian calendar, beside the other one in Amharic. */
function Ethiopian({ date }: { date: Date }): React.ReactNode {
  const { language } = useWords();
  if (language !== 'am') return null;
  const format = new Intl.DateTimeFormat('am-ET-u-ca-ethiopic', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return <span className="below"> {format.format(date)}</span>;
}

/** How long ago: "3 hours ago". */
export function Age({ at }: { at: string }): React.ReactNode {
  const { language } = useWords();
  const minutes = Math.round((Date.parse(at) - useNow()) / 60_000);
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
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

/** Day before month, as East Africa writes it. */
function localeOf(language: string): string {
  return language === 'en' ? 'en-GB' : language;
}

/** Fields for a local date and a local time, and the range of days of reports and lists. */
import type { UshirikaError } from '@ushirika/sdk/transport';
import type { ReactNode } from 'react';
import { useUtcOffset } from '../../api/me.ts';
import { useWords } from '../../words.ts';
import { isDate, readDay, readMinute, writeDay, writeMinute } from './date.rules.ts';
import { fieldError } from '../../ui/faults/error-alert.tsx';
import { useFilter } from '../filters/filters.ts';
import { TypedDate, type TypedDateProps, type Writing } from './typed-date.tsx';

const DAY: Writing = {
  type: 'date',
  pattern: 'days.day_pattern',
  fault: 'days.write_day',
  write: writeDay,
  read: readDay,
};
const MINUTE: Writing = {
  type: 'datetime-local',
  pattern: 'days.minute_pattern',
  fault: 'days.write_minute',
  write: writeMinute,
  read: readMinute,
};

/** Its value is `YYYY-MM-DD`. */
export function DateField(props: TypedDateProps): ReactNode {
  return <TypedDate writing={DAY} {...props} />;
}

/** Its value is `YYYY-MM-DDTHH:MM`, in the cooperative's own time. */
export function MinuteField(props: TypedDateProps): ReactNode {
  return <TypedDate writing={MINUTE} {...props} />;
}

export interface DateRange {
  from: string;
  to: string;
  /** Both are dates. */
  is_given: boolean;
  setFrom: (value: string) => void;
  setTo: (value: string) => void;
}

/** The days in the address, both inclusive. */
export function useDateRange(usual_from = '', usual_to = ''): DateRange {
  const [from, setFrom] = useFilter('from', usual_from);
  const [to, setTo] = useFilter('to', usual_to);
  return { from, to, is_given: isDate(from) && isDate(to), setFrom, setTo };
}

/** Makes the days that a list is asked for those of the cooperative: without it, they begin and end in UTC. */
export function useDaysHere({ from, to }: Pick<DateRange, 'from' | 'to'>): { utc_offset_minutes?: number } {
  const utc_offset_minutes = useUtcOffset();
  return from === '' && to === '' ? {} : { utc_offset_minutes };
}

export type DateRangeFieldsProps = Omit<DateRange, 'is_given'> & {
  /** Why they were refused. */
  error?: UshirikaError | Error | null;
};

export function DateRangeFields(props: DateRangeFieldsProps): ReactNode {
  const { from, to, setFrom, setTo, error = null } = props;
  const { t } = useWords();
  return (
    <>
      <DateField label={t('days.from')} value={from} onChange={setFrom} error={fieldError(error, 'from')} />
      <DateField label={t('days.to')} value={to} onChange={setTo} error={fieldError(error, 'to')} />
    </>
  );
}

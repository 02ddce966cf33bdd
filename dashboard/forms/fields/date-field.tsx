/** A field for a local date, and the range of days of reports and lists. */
import { TextInput, type TextInputProps } from '@mantine/core';
import type { UshirikaError } from '@ushirika/sdk/transport';
import type { ReactNode } from 'react';
import { useWords } from '../../words.ts';
import { isDate } from './date.rules.ts';
import { fieldError } from '../../ui/faults/error-alert.tsx';
import { useFilter } from '../filters/filters.ts';

export interface DateFieldProps extends Pick<TextInputProps, 'min' | 'disabled' | 'error' | 'description'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function DateField({ onChange, ...rest }: DateFieldProps): ReactNode {
  return <TextInput type="date" onChange={(event) => onChange(event.currentTarget.value)} {...rest} />;
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

export type DateRangeFieldsProps = Omit<DateRange, 'is_given'> & {
  /** Whose days they are, where they are not the cooperative's own. */
  description?: string;
  /** Why they were refused. */
  error?: UshirikaError | Error | null;
};

export function DateRangeFields(props: DateRangeFieldsProps): ReactNode {
  const { from, to, setFrom, setTo, description, error = null } = props;
  const { t } = useWords();
  return (
    <>
      <DateField
        label={t('days.from')}
        value={from}
        onChange={setFrom}
        error={fieldError(error, 'from')}
        description={description}
      />
      <DateField
        label={t('days.to')}
        value={to}
        onChange={setTo}
        error={fieldError(error, 'to')}
        description={description}
      />
    </>
  );
}

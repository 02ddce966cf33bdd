/** What the reports of the books share: the days in the address, the way to CSV, and what is shown meanwhile. */
import { Group, Stack, Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { useRead } from '../../api/reads.ts';
import { Loading } from '../../ui/data-table.tsx';
import { DateRangeFields, useDateRange, type DateRange } from '../../ui/date-field.tsx';
import { isDate, monthOf } from '../../ui/date.rules.ts';
import { CsvButton } from '../../ui/download-button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { useToday } from '../../ui/moment.tsx';
import { useWords } from '../../words.ts';

export interface Days extends DateRange {
  fields: ReactNode;
}

/** The month up to today unless chosen otherwise. */
export function useDays(): Days {
  const today = useToday();
  const range = useDateRange(monthOf(today), today);
  return { ...range, fields: <DateRangeFields {...range} /> };
}

export interface ReportProps<Currency> {
  path: string;
  /** Null while a date is missing. */
  query: Readonly<Record<string, string>> | null;
  fields: ReactNode;
  /** With one column of figures, which stand near what they are about. */
  is_narrow?: boolean;
  /** Of one currency. */
  children: (of_currency: Currency) => ReactNode;
}

/** A report with a section for each currency. */
export function Report<Currency extends { currency: string }>({
  path,
  query,
  fields,
  is_narrow = false,
  children,
}: ReportProps<Currency>): ReactNode {
  const { t } = useWords();
  const { data, error, isLoading } = useRead<{ currencies: Currency[] }>(query && path, {
    query: query ?? {},
  });
  return (
    <Stack>
      <Group align="flex-end" className="no-print">
        {fields}
        {query && <CsvButton path={path} query={query} file_name={csvName(path, query)} />}
      </Group>
      {isLoading && <Loading />}
      {error && <ErrorAlert error={error} />}
      {data?.currencies.length === 0 && (
        <Text c="dimmed" className="empty">
          {t('accounting.nothing')}
        </Text>
      )}
      {data?.currencies.map((each) => (
        <CurrencySection key={each.currency} currency={each.currency} is_narrow={is_narrow}>
          {children(each)}
        </CurrencySection>
      ))}
    </Stack>
  );
}

/** Names a file after the report and its days. */
export function csvName(path: string, query: Readonly<Record<string, string>>): string {
  return [path.slice(path.lastIndexOf('/') + 1), ...Object.values(query).filter(isDate)].join('-');
}

interface CurrencySectionProps {
  currency: string;
  is_narrow: boolean;
  children: ReactNode;
}

function CurrencySection({ currency, is_narrow, children }: CurrencySectionProps): ReactNode {
  const heading = useId();
  return (
    <Stack component="section" aria-labelledby={heading} gap="sm" maw={is_narrow ? 760 : undefined}>
      <Title order={2} size="h4" id={heading}>
        {currency}
      </Title>
      {children}
    </Stack>
  );
}

/** The frame of the accounting reports: days in the address, CSV, loading and errors. */
import { Button, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import type { AnswerOf, InputOf } from '../../api/operations.ts';
import { useRead } from '../../api/reads.ts';
import type { OperationId } from '../../generated/operations.ts';
import { Loading } from '../../ui/data-table.tsx';
import { DateRangeFields, useDateRange, type DateRange } from '../../forms/fields/date-field.tsx';
import { isDate, monthOf } from '../../forms/fields/date.rules.ts';
import { CsvButton } from '../../ui/download-button.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { useToday } from '../../ui/moment.tsx';
import { PaperHead } from '../../ui/page/paper-parts.tsx';
import { usePaper } from '../../ui/page/paper.ts';
import { useWords, type TextId } from '../../words.ts';

export interface Days extends DateRange {
  fields: ReactNode;
}

/** The month up to today unless chosen otherwise. */
export function useDays(): Days {
  const today = useToday();
  const range = useDateRange(monthOf(today), today);
  return { ...range, fields: <DateRangeFields {...range} /> };
}

type ReportId = 'accounting.trialBalance' | 'accounting.incomeStatement' | 'accounting.balanceSheet';

const TITLES: Record<ReportId, TextId> = {
  'accounting.trialBalance': 'accounting.trial_balance',
  'accounting.incomeStatement': 'accounting.income_statement',
  'accounting.balanceSheet': 'accounting.balance_sheet',
};

export interface ReportProps<Id extends ReportId> {
  report: Id;
  /** Null while a date is missing. */
  input: InputOf<Id> | null;
  fields: ReactNode;
  /** For one column of figures, which are close to their names then. */
  isNarrow?: boolean;
  /** Of one currency. */
  children: (of_currency: AnswerOf<Id>['currencies'][number]) => ReactNode;
}

/** A report with a section for each currency. */
export function Report<Id extends ReportId>(props: ReportProps<Id>): ReactNode {
  const { report, input, fields, isNarrow = false, children } = props;
  const { t } = useWords();
  usePaper('a4');
  const { data, error, isLoading } = useRead(report, input);
  return (
    <Stack>
      <Group justify="space-between" align="flex-end" className="no-print">
        <Group align="flex-end">{fields}</Group>
        <Group gap="xs">
          {data && (
            <Button variant="default" onClick={() => window.print()}>
              {t('receipt.print_now')}
            </Button>
          )}
          {input && <CsvButton operation={report} input={input} fileName={csvName(report, input)} />}
        </Group>
      </Group>
      <PaperHead title={t(TITLES[report])}>{Object.values(input ?? {}).join(' – ')}</PaperHead>
      {isLoading && <Loading />}
      {error && <ErrorAlert error={error} />}
      {data?.currencies.length === 0 && (
        <Text c="dimmed" className="empty">
          {t('accounting.nothing')}
        </Text>
      )}
      {data?.currencies.map((each) => (
        <CurrencySection
          key={each.currency}
          currency={each.currency}
          isNarrow={isNarrow}
          isOnly={data.currencies.length === 1}
        >
          {children(each)}
        </CurrencySection>
      ))}
    </Stack>
  );
}

/** Names a file after the report and its days. */
function csvName(report: OperationId, input: object): string {
  const name = report
    .slice(report.lastIndexOf('.') + 1)
    .replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return [name, ...Object.values(input).map(String).filter(isDate)].join('-');
}

interface CurrencySectionProps {
  currency: string;
  isNarrow: boolean;
  /** The tables in it say the currency: only among several it is worth a heading that is seen. */
  isOnly: boolean;
  children: ReactNode;
}

function CurrencySection({ currency, isNarrow, isOnly, children }: CurrencySectionProps): ReactNode {
  const heading = useId();
  const title = (
    <Title order={2} size="h4" id={heading}>
      {currency}
    </Title>
  );
  return (
    <Stack component="section" aria-labelledby={heading} gap="sm" maw={isNarrow ? 760 : undefined}>
      {isOnly ? <VisuallyHidden>{title}</VisuallyHidden> : title}
      {children}
    </Stack>
  );
}

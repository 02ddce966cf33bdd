/** What was spent in a period, by category; printed or downloaded as CSV. */
import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCooperative } from '../../api/me.ts';
import { useRead } from '../../api/reads.ts';
import type { ExpenseReport } from '../../generated/wire.ts';
import { Money } from '../../money/money.tsx';
import { moneyColumn } from '../../money/money-column.tsx';
import { DataTable, Loading } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { DateRangeFields, useDateRange } from '../../forms/fields/date-field.tsx';
import { CsvButton } from '../../ui/download-button.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { FigureCard } from '../../ui/figure-card.tsx';
import { useToday } from '../../ui/moment.tsx';
import { Page } from '../../ui/page/page.tsx';
import { useWords } from '../../words.ts';

export function Expenses(): ReactNode {
  const { t } = useWords();
  const today = useToday();
  const currency = useCooperative()?.currency;
  const range = useDateRange(`${today.slice(0, 4)}-01-01`, today);
  const { from, to, is_given } = range;
  const input = { from, to };
  const { data: report, error } = useRead('sacco.reports.expenses', is_given ? input : null);
  return (
    <Page
      title={t('treasury.expenses')}
      back={{ href: '/treasury', label: t('nav.treasury') }}
      actions={
        report && (
          <>
            <Button variant="default" onClick={() => window.print()}>
              {t('statement.print')}
            </Button>
            <CsvButton operation="sacco.reports.expenses" input={input} fileName={`expenses-${from}-${to}`} />
          </>
        )
      }
    >
      <Group align="flex-end" className="no-print">
        <DateRangeFields {...range} error={error} />
      </Group>
      {error && <ErrorAlert error={error} shownFields={['from', 'to']} />}
      {is_given && !report && !error && <Loading />}
      {report && currency !== undefined && <ByCategory report={report} currency={currency} />}
    </Page>
  );
}

function ByCategory({ report, currency }: { report: ExpenseReport; currency: string }): ReactNode {
  const { t } = useWords();
  return (
    <Stack maw={640}>
      <FigureCard label={t('treasury.total')}>
        <Money minor={report.total_minor} currency={currency} />
      </FigureCard>
      <DataTable
        currency={currency}
        name={t('treasury.by_category')}
        showName
        rows={report.categories}
        empty={<Empty what="empty.expenses" begin={{ href: '/treasury', label: 'movement.expense' }} />}
        rowKey={({ category }) => category}
        columns={[
          { header: t('treasury.category'), cell: ({ category }) => category },
          moneyColumn(t('amount.label'), 'amount_minor', currency),
        ]}
      />
    </Stack>
  );
}

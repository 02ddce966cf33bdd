/** The monthly fees of savings accounts: which were charged, and which their accounts could not pay. */
import { SimpleGrid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Choice } from '../../forms/fields/choice.tsx';
import { useFilter } from '../../forms/filters/filters.ts';
import { moneyColumn } from '../../money/money-column.tsx';
import { Money } from '../../money/money.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FigureCard } from '../../ui/figure-card.tsx';
import { useDateNames, useToday } from '../../ui/moment.tsx';
import { useWords } from '../../words.ts';
import { lastMonths } from './months.rules.ts';
import { ReportFrame } from './report-frame.tsx';

const MONTHS = 36;

export function FeesTab(): ReactNode {
  const { t } = useWords();
  const { monthName } = useDateNames();
  const months = lastMonths(useToday(), MONTHS);
  const [chosen, choose] = useFilter('month', months[0]);
  const month = months.includes(chosen) ? chosen : (months[0] as string);
  return (
    <ReportFrame
      report="sacco.reports.fees"
      input={{ month }}
      fileName={`fees-${month}`}
      filters={
        <Choice
          label={t('reports.month')}
          options={months.map((value) => ({ value, label: monthName(value) }))}
          value={month}
          onChange={choose}
        />
      }
    >
      {(report) => (
        <Stack>
          <SimpleGrid cols={{ base: 1, xs: 2 }} maw={640}>
            <FigureCard label={t('reports.fees_charged')}>
              <Money minor={report.charged_total_minor} currency={report.currency} />
            </FigureCard>
            <FigureCard label={t('reports.fees_skipped')}>
              <Money minor={report.skipped_total_minor} currency={report.currency} />
            </FigureCard>
          </SimpleGrid>
          <DataTable
            currency={report.currency}
            name={t('reports.fees')}
            rows={report.products}
            rowKey={({ product_id }) => product_id}
            empty={t('reports.no_fees')}
            columns={[
              { header: t('savings.product'), cell: ({ product_name }) => product_name },
              moneyColumn(t('savings.monthly_fee'), 'fee_minor', report.currency),
              { header: t('reports.accounts_charged'), isFigure: true, cell: ({ charged }) => charged },
              moneyColumn(t('reports.fees_charged'), 'charged_total_minor', report.currency),
              { header: t('reports.accounts_skipped'), isFigure: true, cell: ({ skipped }) => skipped },
              moneyColumn(t('reports.fees_skipped'), 'skipped_total_minor', report.currency),
              { header: t('reports.accounts_pending'), isFigure: true, cell: ({ pending }) => pending },
            ]}
          />
        </Stack>
      )}
    </ReportFrame>
  );
}

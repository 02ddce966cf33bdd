/** What is to be collected on a day, as a sheet to print. */
import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CollectionSheet } from '../../generated/wire.ts';
import { Money } from '../../money/money.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { DateField } from '../../forms/fields/date-field.tsx';
import { isDate } from '../../forms/fields/date.rules.ts';
import { useFilter } from '../../forms/filters/filters.ts';
import { LocalDate, useToday } from '../../ui/moment.tsx';
import { useWords } from '../../words.ts';
import { Borrower, Phone } from './borrower.tsx';
import { ReportFrame } from './report-frame.tsx';

export function CollectionTab(): ReactNode {
  const { t } = useWords();
  const today = useToday();
  const [chosen, choose] = useFilter('date', today);
  const date = isDate(chosen) ? chosen : today;
  return (
    <ReportFrame
      report="sacco.reports.collectionSheet"
      input={{ date }}
      fileName={`collection-${date}`}
      filters={<DateField label={t('reports.day')} value={chosen} min={today} onChange={choose} />}
      actions={
        <Button variant="default" onClick={() => window.print()}>
          {t('statement.print')}
        </Button>
      }
    >
      {(sheet, currency) => <Sheet sheet={sheet} currency={currency} isAhead={date > today} />}
    </ReportFrame>
  );
}

interface SheetProps {
  sheet: CollectionSheet;
  currency: string;
  isAhead: boolean;
}

/** Not in pages, so that all of it is printed. */
function Sheet({ sheet, currency, isAhead }: SheetProps): ReactNode {
  const { t } = useWords();
  const total_minor = sheet.loans.reduce((sum, each) => sum + BigInt(each.total_minor), 0n);
  const money = (minor: number | bigint): ReactNode => <Money minor={minor} currency={currency} />;
  return (
    <>
      <Text size="sm" c="dimmed" className="sentence">
        <LocalDate date={sheet.date} /> · {t('reports.to_collect')}{' '}
        <Money minor={total_minor} currency={currency} />
        {isAhead && <> · {t('reports.if_nothing_is_paid')}</>}
      </Text>
      <DataTable
        currency={currency}
        name={t('reports.collection_sheet')}
        rows={sheet.loans}
        rowKey={({ loan_id }) => loan_id}
        empty={t('reports.nothing_to_collect')}
        columns={[
          { header: t('entry.member'), cell: (loan) => <Borrower loan={loan} /> },
          { header: t('reports.phone'), cell: ({ phone }) => <Phone phone={phone} /> },
          { header: t('reports.due'), isFigure: true, cell: ({ due_minor }) => money(due_minor) },
          {
            header: t('reports.overdue'),
            isFigure: true,
            cell: ({ overdue_minor }) => money(overdue_minor),
          },
          { header: t('reports.total'), isFigure: true, cell: ({ total_minor: sum }) => money(sum) },
        ]}
      />
    </>
  );
}

/** When a loan was late, and for how long. */
import type { ReactNode } from 'react';
import type { LoanHistory } from '../../generated/wire.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { LocalDate } from '../../ui/moment.tsx';
import { useWords } from '../../words.ts';

export function ArrearsHistory({ arrears }: Pick<LoanHistory, 'arrears'>): ReactNode {
  const { t } = useWords();
  return (
    <DataTable
      name={t('loans.arrears_history')}
      showName
      rows={arrears.toReversed()}
      rowKey={({ from }) => from}
      empty={t('loans.never_late')}
      columns={[
        { header: t('loans.late_from'), cell: ({ from }) => <LocalDate date={from} /> },
        {
          header: t('loans.late_to'),
          cell: ({ to }) => (to === null ? t('loans.still_late') : <LocalDate date={to} />),
        },
        { header: t('loans.late_days'), isFigure: true, cell: ({ days }) => days },
        { header: t('loans.late_installments'), isFigure: true, cell: ({ installments }) => installments },
      ]}
    />
  );
}

/** The installments of a loan, or of its preview. */
import type { ReactNode } from 'react';
import type { Installment } from '../../generated/wire.ts';
import { Money } from '../../money/money.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { LocalDate } from '../../ui/moment.tsx';
import { Status } from '../../ui/status.tsx';
import { useWords } from '../../words.ts';

export interface ScheduleTableProps {
  name: string;
  schedule: readonly Installment[];
  currency: string;
  /** The loan is not disbursed yet: nothing is paid or due. */
  isPreview?: boolean;
  empty?: string;
}

export function ScheduleTable(props: ScheduleTableProps): ReactNode {
  const { name, schedule, currency, isPreview = false, empty } = props;
  const { t } = useWords();
  const figure = (header: string, minor: (line: Installment) => number): Column<Installment> => ({
    header,
    isFigure: true,
    cell: (line) => <Money minor={minor(line)} currency={currency} />,
  });
  return (
    <DataTable
      name={name}
      showName
      rows={schedule}
      rowKey={({ no }) => String(no)}
      empty={empty}
      columns={[
        { header: t('loans.no'), cell: ({ no }) => no },
        { header: t('loans.due_date'), cell: ({ due_date }) => <LocalDate date={due_date} /> },
        figure(t('loans.principal'), (line) => line.principal_minor),
        figure(t('loans.interest'), (line) => line.interest_minor),
        ...(isPreview
          ? [figure(t('loans.installment'), (line) => line.unpaid_minor)]
          : [
              figure(t('loans.penalty'), (line) => line.penalty_minor),
              figure(t('loans.paid'), (line) => line.paid_minor),
              figure(t('loans.unpaid'), (line) => line.unpaid_minor),
              {
                header: t('loans.status'),
                cell: (line: Installment) => <Status status={line.status} />,
              },
            ]),
      ]}
    />
  );
}

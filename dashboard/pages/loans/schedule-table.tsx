/** The installments of a loan, or of its preview. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Installment, LoanHistory } from '../../generated/wire.ts';
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
  /** What was paid when, line by line; empty: it is not read yet. */
  history?: LoanHistory['installments'];
}

export function ScheduleTable(props: ScheduleTableProps): ReactNode {
  const { name, schedule, currency, isPreview = false, empty, history = [] } = props;
  const { t } = useWords();
  const figure = (header: string, minor: (line: Installment) => number): Column<Installment> => ({
    header,
    isFigure: true,
    cell: (line) => <Money minor={minor(line)} currency={currency} />,
  });
  return (
    <DataTable
      currency={currency}
      name={name}
      showName
      rows={schedule}
      rowKey={({ no }) => String(no)}
      empty={empty}
      columns={[
        { header: t('loans.no'), cell: ({ no }) => (no === 0 ? <BroughtForward /> : no) },
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
                header: t('loans.paid_when'),
                cell: ({ no }: Installment) => (
                  <PaidWhen
                    payments={history.find((line) => line.no === no)?.payments ?? []}
                    currency={currency}
                  />
                ),
              },
              {
                header: t('loans.status'),
                cell: (line: Installment) => <Status status={line.status} />,
              },
            ]),
      ]}
    />
  );
}

/** What was overdue already when the loan was taken over from other books. */
function BroughtForward(): ReactNode {
  const { t } = useWords();
  return <abbr title={t('loans.brought_forward_means')}>{t('loans.brought_forward')}</abbr>;
}

interface PaidWhenProps {
  payments: LoanHistory['installments'][number]['payments'];
  currency: string;
}

/** Each payment with its day; the amount where there are several. */
function PaidWhen({ payments, currency }: PaidWhenProps): ReactNode {
  if (payments.length === 0) return '–';
  return (
    <>
      {payments.map(({ entry_id, date, amount_minor }) => (
        <span key={entry_id} className="paid-when">
          <Link href={`/entries/${entry_id}`}>
            <LocalDate date={date} />
          </Link>
          {payments.length > 1 && (
            <>
              {' '}
              <Money minor={amount_minor} currency={currency} />
            </>
          )}
        </span>
      ))}
    </>
  );
}

/** For whose loans a member answers, and who answers for those of the member. */
import { SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useList, type List } from '../../api/reads.ts';
import type { Guarantor, LoanSummary, MemberSummary } from '../../generated/wire.ts';
import { Money } from '../../money/money.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Status } from '../../ui/status.tsx';
import { useWords } from '../../words.ts';

const AT_ONCE = 20;

/** One guarantee, as a row of either table. */
interface Row {
  key: string;
  loan_id: string;
  /** Whom the member answers for, or who answers for the member. */
  other: MemberSummary;
  guarantor: Guarantor;
  currency: string;
}

export function Guarantees({ memberId }: { memberId: string }): ReactNode {
  const { t } = useWords();
  const given = useList('sacco.loans.list', { guarantor_id: memberId, limit: AT_ONCE });
  const loans = useList('sacco.loans.list', { member_id: memberId, limit: AT_ONCE });
  const rowOf = (loan: LoanSummary, guarantor: Guarantor, other: MemberSummary): Row => ({
    key: `${loan.id} ${guarantor.member_id}`,
    loan_id: loan.id,
    other,
    guarantor,
    currency: loan.currency,
  });
  const given_rows = given.items.flatMap((loan) =>
    loan.guarantors
      .filter(({ member_id }) => member_id === memberId)
      .map((guarantor) => rowOf(loan, guarantor, loan.member)),
  );
  const received_rows = loans.items.flatMap((loan) =>
    loan.guarantors.map((guarantor) => rowOf(loan, guarantor, guarantor.member)),
  );
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      <GuaranteeTable
        name={t('guarantees.given')}
        empty={t('guarantees.none_given')}
        list={{ ...given, items: given_rows }}
      />
      <GuaranteeTable
        name={t('guarantees.received')}
        empty={t('guarantees.none_received')}
        list={{ ...loans, items: received_rows }}
      />
    </SimpleGrid>
  );
}

interface GuaranteeTableProps {
  name: string;
  empty: string;
  list: List<Row>;
}

function GuaranteeTable({ name, empty, list }: GuaranteeTableProps): ReactNode {
  const { t } = useWords();
  return (
    <ListTable
      name={name}
      showName
      list={list}
      empty={empty}
      rowKey={({ key }) => key}
      columns={[
        {
          header: t('loans.member'),
          cell: ({ other }) => (
            <Link href={`/members/${other.id}`}>
              {other.full_name} · {other.member_no}
            </Link>
          ),
        },
        {
          header: t('loans.loan'),
          cell: ({ loan_id }) => <Link href={`/loans/${loan_id}`}>{t('guarantees.open_loan')}</Link>,
        },
        {
          header: t('loans.pledge'),
          isFigure: true,
          cell: ({ guarantor, currency }) => <Money minor={guarantor.amount_minor} currency={currency} />,
        },
        {
          header: t('loans.called'),
          isFigure: true,
          cell: ({ guarantor, currency }) => <Money minor={guarantor.called_minor} currency={currency} />,
        },
        { header: t('loans.status'), cell: ({ guarantor: { status } }) => <Status status={status} /> },
      ]}
    />
  );
}

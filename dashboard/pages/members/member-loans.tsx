/** The loans of a member, open and past. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useList } from '../../api/reads.ts';
import { Money } from '../../money/money.tsx';
import { moneyColumn } from '../../money/money-column.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Status } from '../../ui/status.tsx';
import { useWords } from '../../words.ts';

export function MemberLoans({ memberId }: { memberId: string }): ReactNode {
  const { t } = useWords();
  const list = useList('sacco.loans.list', { member_id: memberId, limit: 20 });
  return (
    <ListTable
      name={t('nav.loans')}
      showName
      list={list}
      rowKey={({ id }) => id}
      columns={[
        {
          header: t('members.loan'),
          cell: ({ id, principal_minor, currency, purpose }) => (
            <div>
              <Link href={`/loans/${id}`}>
                <Money minor={principal_minor} currency={currency} />
              </Link>{' '}
              <span className="aside">{purpose}</span>
            </div>
          ),
        },
        {
          header: t('members.applied_on'),
          cell: ({ created_at }) => <Moment at={created_at} withTime={false} />,
        },
        moneyColumn(t('members.outstanding'), 'outstanding_minor'),
        moneyColumn(t('members.payoff'), 'payoff_minor'),
        {
          header: t('members.days_past_due'),
          isFigure: true,
          cell: ({ days_past_due }) => days_past_due,
        },
        { header: t('entry.status'), cell: ({ status }) => <Status status={status} /> },
      ]}
    />
  );
}

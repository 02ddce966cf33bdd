/** The loans of a member, open and past: how much is repaid, and what is due next. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useList } from '../../api/reads.ts';
import { Money } from '../../money/money.tsx';
import { moneyColumn } from '../../money/money-column.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { LocalDate, Moment } from '../../ui/moment.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Status } from '../../ui/status.tsx';
import { useWords } from '../../words.ts';
import { useLoanStatusWords } from '../loans/words.ts';

export function MemberLoans({ memberId }: { memberId: string }): ReactNode {
  const { t } = useWords();
  const statusWord = useLoanStatusWords();
  const list = useList('sacco.loans.list', { member_id: memberId, limit: 20 });
  return (
    <ListTable
      name={t('nav.loans')}
      showName
      list={list}
      empty={t('members.no_loans')}
      rowKey={({ id }) => id}
      columns={[
        {
          header: t('members.loan'),
          cell: ({ id, principal_minor, currency, purpose, created_at }) => (
            <div>
              <Link href={`/loans/${id}`}>
                <Money minor={principal_minor} currency={currency} />
              </Link>{' '}
              <span className="aside">{purpose}</span>
              <span className="below">
                {t('members.applied_on')} <Moment at={created_at} withTime={false} />
              </span>
            </div>
          ),
        },
        {
          header: t('members.repaid'),
          cell: ({ status, principal_minor, outstanding_minor }) =>
            status === 'open' || status === 'closed' ? (
              <Progress
                partMinor={BigInt(principal_minor) - BigInt(outstanding_minor)}
                wholeMinor={principal_minor}
                label={t('members.repaid')}
              />
            ) : (
              '–'
            ),
        },
        moneyColumn(t('members.outstanding'), 'outstanding_minor'),
        {
          header: t('members.next_due'),
          cell: ({ next_due_date, days_past_due }) =>
            next_due_date === null ? (
              '–'
            ) : (
              <>
                <LocalDate date={next_due_date} />
                {days_past_due > 0 && (
                  <span className="below needs-attention">{t('members.late', { count: days_past_due })}</span>
                )}
              </>
            ),
        },
        {
          header: t('entry.status'),
          cell: ({ status }) => <Status status={status} text={statusWord(status)} />,
        },
      ]}
    />
  );
}

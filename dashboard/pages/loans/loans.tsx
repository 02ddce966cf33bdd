/** All loans and applications, newest first. */
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useRead } from '../../api/reads.ts';
import { summedColumn } from '../../money/money-column.tsx';
import { FilterChips } from '../../forms/filters/filter-chips.tsx';
import { StatusFilter } from '../../forms/filters/status-filter.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { useFilter } from '../../forms/filters/filters.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Status } from '../../ui/status.tsx';
import { useSortedList } from '../../ui/sorted-list.ts';
import { useWords } from '../../words.ts';
import { useLoanProducts } from './loan-products.ts';
import { MemberChoice } from './member-choice.tsx';
import { memberName, useLoanStatusWords } from './words.ts';

const STATUSES = ['applied', 'open', 'closed', 'written_off', 'rejected', 'cancelled', 'failed'] as const;

export function Loans(): ReactNode {
  const { t } = useWords();
  const statusWord = useLoanStatusWords();
  const [status, changeStatus] = useFilter('status');
  const [member_id, changeMember] = useFilter('member_id');
  const member = useRead('sacco.members.get', member_id === '' ? null : { member: member_id }).data;
  const products = useLoanProducts();
  const list = useSortedList('sacco.loans.list', {
    status: status || undefined,
    member_id: member_id || undefined,
  });
  return (
    <Page
      title={t('nav.loans')}
      actions={
        <LinkButton href={member_id === '' ? '/loans/new' : `/loans/new?member=${member_id}`}>
          {t('loans.apply')}
        </LinkButton>
      }
    >
      <Group align="flex-end" className="no-print">
        <StatusFilter
          label={t('loans.status')}
          value={status}
          onChange={changeStatus}
          all={t('loans.every_status')}
          statuses={STATUSES}
          wordOf={statusWord}
        />
        <MemberChoice
          label={t('loans.member')}
          value={member_id === '' ? null : { id: member_id, label: member ? memberName(member) : '…' }}
          onChange={(chosen) => changeMember(chosen?.id ?? '')}
        />
      </Group>
      <FilterChips
        filters={[
          { name: 'status', label: t('loans.status'), value: status && statusWord(status) },
          {
            name: 'member_id',
            label: t('loans.member'),
            value: member_id && (member ? memberName(member) : '…'),
          },
        ]}
      />
      <ListTable
        isDense
        isMain
        opensRows
        choice="loans"
        name={t('nav.loans')}
        list={list}
        empty={<Empty what="empty.loans" />}
        rowKey={({ id }) => id}
        columns={[
          {
            header: t('loans.member'),
            cell: (loan) => (
              <>
                <Link href={`/loans/${loan.id}`}>{loan.member.full_name}</Link>
                <Text size="xs" c="dimmed">
                  {loan.member.member_no}
                </Text>
              </>
            ),
          },
          {
            id: 'product',
            header: t('loans.product'),
            cell: ({ product_id }) => products?.find(({ id }) => id === product_id)?.name ?? '–',
          },
          { id: 'principal', sort: 'principal', ...summedColumn(t('loans.principal'), 'principal_minor') },
          {
            id: 'outstanding',
            sort: 'outstanding',
            ...summedColumn(t('loans.outstanding'), 'outstanding_minor'),
          },
          {
            id: 'days_past_due',
            header: t('loans.days_past_due'),
            isFigure: true,
            cell: ({ days_past_due }) => days_past_due,
          },
          {
            id: 'status',
            header: t('loans.status'),
            cell: ({ status: of_loan }) => <Status status={of_loan} text={statusWord(of_loan)} />,
          },
          {
            id: 'applied_on',
            header: t('loans.applied_on'),
            sort: 'created_at',
            cell: ({ created_at }) => <Moment at={created_at} withTime={false} />,
          },
        ]}
      />
    </Page>
  );
}

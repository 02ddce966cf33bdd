/** The members: searched by number, name or phone, filtered by status. */
import { Box, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useCooperative } from '../../api/me.ts';
import { showMeanwhile } from '../../api/reads.ts';
import { moneyColumn } from '../../money/money-column.tsx';
import { FilterChips } from '../../forms/filters/filter-chips.tsx';
import { StatusFilter } from '../../forms/filters/status-filter.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { useFilter } from '../../forms/filters/filters.ts';
import { NavigateButton } from '../../ui/navigate-button.tsx';
import { Page } from '../../ui/page/page.tsx';
import { SearchField } from '../../forms/filters/search-field.tsx';
import { Status } from '../../ui/status.tsx';
import { useSortedList } from '../../ui/sorted-list.ts';
import { useWords } from '../../words.ts';

const STATUSES = ['active', 'suspended', 'exiting', 'exited'] as const;

export function Members(): ReactNode {
  const { t, status: statusWord } = useWords();
  const currency = useCooperative()?.currency ?? '';
  const [q] = useFilter('q');
  const [status, setStatus] = useFilter('status');
  const list = useSortedList('sacco.members.list', {
    limit: 50,
    q: q || undefined,
    status: status || undefined,
  });
  return (
    <Page
      title={t('nav.members')}
      actions={<NavigateButton href="/members/join">{t('members.join')}</NavigateButton>}
    >
      <Group gap="sm" align="flex-end">
        <Box className="grow">
          <SearchField label={t('desk.find')} filter="q" placeholder={t('desk.find_by')} />
        </Box>
        <StatusFilter label={t('entry.status')} value={status} onChange={setStatus} statuses={STATUSES} />
      </Group>
      <FilterChips
        filters={[
          { name: 'q', label: t('desk.find'), value: q },
          { name: 'status', label: t('entry.status'), value: status && statusWord(status) },
        ]}
      />
      <ListTable
        currency={currency}
        isMain
        opensRows
        choice="members"
        name={t('nav.members')}
        list={list}
        isDense
        rowKey={({ id }) => id}
        empty={q === '' && status === '' ? <Empty what="empty.members" /> : t('search.nothing')}
        columns={[
          {
            id: 'number',
            sort: 'member_no',
            header: t('members.number'),
            cell: ({ member_no }) => member_no,
          },
          {
            header: t('members.name'),
            sort: 'full_name',
            cell: (member) => (
              <Link
                href={`/members/${member.id}`}
                onClick={() => showMeanwhile('sacco.members.get', { member: member.id }, member)}
              >
                {member.full_name}
              </Link>
            ),
          },
          { id: 'phone', header: t('members.phone'), cell: ({ phone }) => phone ?? '–' },
          { id: 'savings', ...moneyColumn(t('members.savings'), 'savings_minor', currency) },
          { id: 'shares', ...moneyColumn(t('members.shares'), 'shares_minor', currency) },
          {
            id: 'status',
            header: t('entry.status'),
            cell: (member) => member.status !== 'active' && <Status status={member.status} />,
          },
        ]}
      />
    </Page>
  );
}

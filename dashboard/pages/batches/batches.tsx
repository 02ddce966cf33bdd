/** Batches of movements: sums that came in, split among members by a file. */
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useCooperative } from '../../api/me.ts';
import { useFilter } from '../../forms/filters/filters.ts';
import { FilterChips } from '../../forms/filters/filter-chips.tsx';
import { StatusFilter } from '../../forms/filters/status-filter.tsx';
import { moneyColumn } from '../../money/money-column.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Moment, useDateNames } from '../../ui/moment.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Status } from '../../ui/status.tsx';
import { useSortedList } from '../../ui/sorted-list.ts';
import { useWords } from '../../words.ts';
import { NewBatchDialog } from './new-batch-dialog.tsx';

const STATUSES = ['awaiting_approval', 'posting', 'posted', 'posted_with_failures', 'rejected', 'cancelled'];

export function Batches(): ReactNode {
  const { t, status: statusWord } = useWords();
  const { monthName } = useDateNames();
  const cooperative = useCooperative();
  const [status, filterBy] = useFilter('status');
  const [is_new, setNew] = useState(false);
  const batches = useSortedList('sacco.movementBatches.list', status === '' ? {} : { status });
  return (
    <Page
      title={t('batches.title')}
      back={{ href: '/treasury', label: t('nav.treasury') }}
      actions={cooperative && <Button onClick={() => setNew(true)}>{t('batches.new')}</Button>}
    >
      <StatusFilter
        label={t('treasury.status')}
        maw={240}
        value={status}
        onChange={filterBy}
        statuses={STATUSES}
      />
      <FilterChips
        filters={[{ name: 'status', label: t('treasury.status'), value: status && statusWord(status) }]}
      />
      <ListTable
        isMain
        opensRows
        name={t('batches.title')}
        list={batches}
        empty={<Empty what="empty.batches" />}
        rowKey={({ id }) => id}
        columns={[
          {
            header: t('treasury.when'),
            sort: 'created_at',
            cell: ({ created_at }) => <Moment at={created_at} />,
          },
          {
            header: t('batches.about'),
            cell: ({ id, memo, month }) => (
              <Link href={`/batches/${id}`}>{month === null ? memo : `${memo} · ${monthName(month)}`}</Link>
            ),
          },
          { header: t('batches.lines'), isFigure: true, cell: ({ lines }) => lines },
          moneyColumn(t('amount.label'), 'total_minor'),
          { header: t('treasury.status'), cell: (batch) => <Status status={batch.status} /> },
        ]}
      />
      {is_new && cooperative && (
        <NewBatchDialog currency={cooperative.currency} onClose={() => setNew(false)} />
      )}
    </Page>
  );
}

/** One batch with its lines: what was booked, and what failed and is unallocated. */
import { Text } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { refreshAll, useList, useRead } from '../../api/reads.ts';
import { useFilter } from '../../forms/filters/filters.ts';
import { StatusFilter } from '../../forms/filters/status-filter.tsx';
import { Money } from '../../money/money.tsx';
import { moneyColumn } from '../../money/money-column.tsx';
import { Loading } from '../../ui/data-table.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Facts } from '../../ui/facts.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Status } from '../../ui/status.tsx';
import { useWords } from '../../words.ts';

const LOOK_EVERY_MS = 1_000;
const STATUSES = ['pending', 'posted', 'failed'];

export function Batch(): ReactNode {
  const { t, word, reason } = useWords();
  const { id } = useParams<{ id: string }>();
  const [status, filterBy] = useFilter('status');
  const { data: batch, error } = useRead(
    'sacco.movementBatches.get',
    { batch: id },
    { every_ms: (now) => now?.status === 'posting' && LOOK_EVERY_MS },
  );
  const is_posting = batch?.status === 'posting';
  // Then its lines have been posted, too.
  useEffect(() => (is_posting ? () => void refreshAll() : undefined), [is_posting]);
  const lines = useList('sacco.movementBatches.lines', { batch: id, ...(status === '' ? {} : { status }) });
  const back = { href: '/batches', label: t('batches.title') };
  if (!batch)
    return (
      <Page title={t('batches.title')} back={back}>
        {error ? <ErrorAlert error={error} /> : <Loading />}
      </Page>
    );
  const { currency, failed_lines, failed_minor } = batch;
  return (
    <Page title={batch.memo} beside={<Status status={batch.status} />} back={back}>
      {batch.status === 'awaiting_approval' && <Link href="/approvals">{t('movement.waiting')}</Link>}
      <Facts
        facts={[
          [t('amount.label'), <Money key="total" minor={batch.total_minor} currency={currency} />],
          [
            t('batches.source'),
            batch.account ? `${batch.account.code} ${batch.account.name}` : t('batches.from_cash'),
          ],
          [t('movement.reference'), batch.reference ?? undefined],
          [t('batches.lines'), batch.lines],
          [t('treasury.when'), <Moment key="when" at={batch.created_at} />],
        ]}
      />
      {failed_lines > 0 && (
        <Text>
          {t('batches.failed', { count: failed_lines })} <Money minor={failed_minor} currency={currency} />{' '}
          <Link href="/unallocated">{t('unallocated.title')}</Link>
        </Text>
      )}
      <StatusFilter
        label={t('batches.line_status')}
        maw={240}
        value={status}
        onChange={filterBy}
        statuses={STATUSES}
      />
      <ListTable
        isMain
        name={t('batches.lines')}
        list={lines}
        rowKey={({ no }) => String(no)}
        columns={[
          { header: t('files.line'), isFigure: true, cell: ({ line_no }) => line_no },
          {
            header: t('batches.member'),
            cell: ({ member, named }) =>
              member ? <Link href={`/members/${member.id}`}>{member.full_name}</Link> : named,
          },
          { header: t('batches.kind'), cell: ({ kind }) => word('kind', kind) },
          moneyColumn(t('amount.label'), 'amount_minor'),
          {
            header: t('treasury.status'),
            cell: (line) => (
              <span>
                <Status status={line.status} />
                {line.error !== null && (
                  <span className="below">{line.reason ?? reason(line.error, line.error)}</span>
                )}
              </span>
            ),
          },
        ]}
      />
    </Page>
  );
}

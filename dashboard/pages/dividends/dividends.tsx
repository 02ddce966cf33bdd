/** The dividends that were declared, and declaring one. */
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useList } from '../../api/reads.ts';
import { formatBps } from '../../money/money.rules.ts';
import { moneyColumn } from '../../money/money-column.tsx';
import { StatusFilter } from '../../forms/filters/status-filter.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { useFilter } from '../../forms/filters/filters.ts';
import { Page } from '../../ui/page/page.tsx';
import { Status } from '../../ui/status.tsx';
import { useWords } from '../../words.ts';
import { DeclareDialog } from './declare-dialog.tsx';
import { Period } from '../distributions/period.tsx';

const STATUSES = ['declared', 'paid', 'paid_with_exceptions', 'failed', 'rejected', 'cancelled'] as const;

export function Dividends(): ReactNode {
  const words = useWords();
  const { t } = words;
  const [status, filterBy] = useFilter('status');
  const [is_declaring, setDeclaring] = useState(false);
  const list = useList('sacco.dividends.list', { status: status || undefined });
  return (
    <Page
      title={t('nav.dividends')}
      actions={<Button onClick={() => setDeclaring(true)}>{t('dividends.declare')}</Button>}
    >
      <StatusFilter
        label={t('dividends.status')}
        maw={240}
        value={status}
        onChange={filterBy}
        statuses={STATUSES}
      />
      <ListTable
        isMain
        opensRows
        name={t('nav.dividends')}
        list={list}
        empty={<Empty what="empty.dividends" />}
        rowKey={({ id }) => id}
        columns={[
          {
            header: t('dividends.label'),
            cell: ({ id, label }) => <Link href={`/dividends/${id}`}>{label}</Link>,
          },
          { header: t('dividends.period'), cell: (dividend) => <Period of={dividend} /> },
          {
            header: t('dividends.share_rate'),
            isFigure: true,
            cell: ({ share_rate_bps }) => formatBps(share_rate_bps),
          },
          {
            header: t('dividends.interest_rebate'),
            isFigure: true,
            cell: ({ interest_rebate_bps }) => formatBps(interest_rebate_bps),
          },
          moneyColumn(t('dividends.total'), 'total_minor'),
          { header: t('dividends.status'), cell: (dividend) => <Status status={dividend.status} /> },
        ]}
      />
      {is_declaring && <DeclareDialog onClose={() => setDeclaring(false)} />}
    </Page>
  );
}

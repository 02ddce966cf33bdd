/** The interest on deposits that was declared, and declaring it. */
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useList } from '../../api/reads.ts';
import { StatusFilter } from '../../forms/filters/status-filter.tsx';
import { useFilter } from '../../forms/filters/filters.ts';
import { formatBps } from '../../money/money.rules.ts';
import { moneyColumn } from '../../money/money-column.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { NavigateButton } from '../../ui/navigate-button.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Status } from '../../ui/status.tsx';
import { useWords } from '../../words.ts';
import { Period } from '../distributions/period.tsx';
import { DeclareInterestDialog } from './declare-interest-dialog.tsx';
import { useEarningProducts } from './earning-products.ts';

const STATUSES = ['declared', 'paid', 'paid_with_exceptions', 'failed', 'rejected', 'cancelled'] as const;

export function InterestList(): ReactNode {
  const { t } = useWords();
  const [status, filterBy] = useFilter('status');
  const [is_declaring, setDeclaring] = useState(false);
  const products = useEarningProducts();
  const list = useList('sacco.savingsInterest.list', { status: status || undefined });
  return (
    <Page
      title={t('nav.interest')}
      actions={
        <>
          <Button disabled={!products} onClick={() => setDeclaring(true)}>
            {t('interest.declare')}
          </Button>
          <NavigateButton variant="default" href="/reports/withholding">
            {t('reports.withholding')}
          </NavigateButton>
        </>
      }
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
        name={t('nav.interest')}
        list={list}
        empty={<Empty what="empty.interest" />}
        rowKey={({ id }) => id}
        columns={[
          {
            header: t('dividends.label'),
            cell: ({ id, label }) => <Link href={`/interest/${id}`}>{label}</Link>,
          },
          { header: t('dividends.period'), cell: (run) => <Period of={run} /> },
          { header: t('interest.rate'), isFigure: true, cell: ({ rate_bps }) => formatBps(rate_bps) },
          moneyColumn(t('dividends.total'), 'total_minor'),
          moneyColumn(t('interest.tax'), 'tax_minor'),
          { header: t('dividends.status'), cell: (run) => <Status status={run.status} /> },
        ]}
      />
      {is_declaring && products && (
        <DeclareInterestDialog products={products} onClose={() => setDeclaring(false)} />
      )}
    </Page>
  );
}

/** What customers of each KYC tier may hold and move, by currency. */
import { Button, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useRead } from '../../../api/reads.ts';
import type { KycLimit } from '../../../generated/wire.ts';
import { Money } from '../../../money/money.tsx';
import { DataTable, Loading } from '../../../ui/data-table.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { ErrorAlert } from '../../../ui/faults/error-alert.tsx';
import { Explained } from '../../../ui/page/explained.tsx';
import { useWords } from '../../../words.ts';
import { LimitDialog } from './limit-dialog.tsx';

export function Limits(): ReactNode {
  const { t } = useWords();
  const { data, error } = useRead('kycLimits.list', { limit: 1000 });
  const [edited, setEdited] = useState<KycLimit | 'new' | null>(null);
  if (error) return <ErrorAlert error={error} />;
  if (!data) return <Loading />;
  const limit = (minor: number | null, currency: string): ReactNode =>
    minor === null ? t('settings.no_limit') : <Money minor={minor} currency={currency} />;
  return (
    <Stack>
      <Explained text={t('settings.limits_hint')}>
        <Button onClick={() => setEdited('new')}>{t('settings.set_limits')}</Button>
      </Explained>
      <DataTable
        name={t('settings.limits')}
        empty={<Empty what="empty.limits" />}
        rows={data.limits}
        rowKey={({ tier, currency }) => `${tier} ${currency}`}
        columns={[
          { header: t('settings.tier'), cell: ({ tier }) => tier },
          { header: t('amount.currency'), cell: ({ currency }) => currency },
          {
            header: t('settings.max_balance'),
            isFigure: true,
            cell: ({ max_balance_minor, currency }) => limit(max_balance_minor, currency),
          },
          {
            header: t('settings.max_single'),
            isFigure: true,
            cell: ({ max_single_minor, currency }) => limit(max_single_minor, currency),
          },
          {
            header: t('settings.max_daily_out'),
            isFigure: true,
            cell: ({ max_daily_out_minor, currency }) => limit(max_daily_out_minor, currency),
          },
          {
            header: t('settings.action'),
            cell: (row) => (
              <Button size="xs" variant="default" onClick={() => setEdited(row)}>
                {t('settings.change')}
              </Button>
            ),
          },
        ]}
      />
      {edited && <LimitDialog limit={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </Stack>
  );
}

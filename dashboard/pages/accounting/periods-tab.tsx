/** The closed periods. Managers request that one be closed or reopened; a second person decides. */
import { Button, Group, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useIsManager } from '../../api/me.ts';
import { useList } from '../../api/reads.ts';
import type { AccountingPeriod } from '../../generated/wire.ts';
import { Empty } from '../../ui/empty.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { LocalDate, Moment } from '../../ui/moment.tsx';
import { Status } from '../../ui/status.tsx';
import { Explained } from '../../ui/page/explained.tsx';
import { useWords } from '../../words.ts';
import { PeriodDialog } from './period-dialog.tsx';

/** `close`, or the period to reopen. */
type Asking = 'close' | AccountingPeriod;

export function PeriodsTab(): ReactNode {
  const { t } = useWords();
  const is_manager = useIsManager();
  const [asking, setAsking] = useState<Asking | null>(null);
  const list = useList('accounting.periods.list', {});
  const last = list.items.find(({ status }) => status === 'closed');
  const is_waiting = list.items.some(({ status }) => status === 'closing' || status === 'reopening');
  return (
    <Stack>
      <Explained text={t('accounting.periods_explained')}>
        {is_manager && !list.is_loading && !list.error && !is_waiting && (
          <Group gap="xs">
            <Button onClick={() => setAsking('close')}>{t('accounting.close')}</Button>
            {last && (
              <Button variant="default" onClick={() => setAsking(last)}>
                {t('accounting.reopen')}
              </Button>
            )}
          </Group>
        )}
      </Explained>
      <ListTable
        isMain
        name={t('accounting.periods')}
        list={list}
        empty={<Empty what="empty.periods" />}
        rowKey={({ id }) => id}
        columns={[
          { header: t('days.from'), cell: ({ start_date }) => <LocalDate date={start_date} /> },
          { header: t('days.to'), cell: ({ end_date }) => <LocalDate date={end_date} /> },
          { header: t('accounting.status'), cell: ({ status }) => <Status status={status} /> },
          {
            header: t('accounting.closed_at'),
            cell: ({ closed_at }) => (closed_at === null ? '–' : <Moment at={closed_at} />),
          },
          { header: t('accounting.requested_by'), cell: ({ requested_by }) => requested_by.name },
          { header: t('accounting.memo'), cell: ({ memo }) => memo },
        ]}
      />
      {asking && <PeriodDialog period={asking === 'close' ? null : asking} onClose={() => setAsking(null)} />}
    </Stack>
  );
}

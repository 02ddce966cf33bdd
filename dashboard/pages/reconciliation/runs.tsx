/** The imported statements. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Empty } from '../../ui/empty.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Status } from '../../ui/status.tsx';
import { useWords } from '../../words.ts';
import { countsOf } from './counts.ts';
import { Period } from './period.tsx';
import { useProviderName } from '../../ui/provider-name.ts';
import { useSortedList } from '../../ui/sorted-list.ts';

export function Runs(): ReactNode {
  const { t, status: statusWord } = useWords();
  const providerName = useProviderName();
  const runs = useSortedList('reconciliation.runs.list', {});
  return (
    <Page
      title={t('nav.reconciliation')}
      actions={<LinkButton href="/reconciliation/new">{t('import_statement.title')}</LinkButton>}
    >
      <ListTable
        isMain
        opensRows
        name={t('nav.reconciliation')}
        list={runs}
        empty={<Empty what="empty.reconciliation" />}
        rowKey={({ id }) => id}
        columns={[
          {
            header: t('reconciliation.statement'),
            cell: (run) => (
              <div>
                <Link href={`/reconciliation/${run.id}`}>
                  {providerName(run.provider)} · {run.currency}
                </Link>
                {run.source_name != null && (
                  <Text size="xs" c="dimmed">
                    {run.source_name}
                  </Text>
                )}
              </div>
            ),
          },
          { header: t('reconciliation.period'), cell: (run) => <Period run={run} /> },
          { header: t('reconciliation.lines'), isFigure: true, cell: (run) => run.lines ?? '–' },
          {
            header: t('reconciliation.result'),
            cell: (run) =>
              countsOf(run)
                .map(({ match_status, count }) => `${statusWord(match_status)} ${count}`)
                .join(' · '),
          },
          { header: t('reconciliation.status'), cell: (run) => <Status status={run.status} /> },
          {
            header: t('reconciliation.imported'),
            sort: 'created_at',
            cell: (run) => (
              <div>
                {run.created_at !== undefined && <Moment at={run.created_at} />}
                <Text size="xs" c="dimmed">
                  {run.imported_by?.name}
                </Text>
              </div>
            ),
          },
        ]}
      />
    </Page>
  );
}

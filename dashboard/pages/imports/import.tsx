/** One import: what it brings, how far it has got, and what was wrong with its files. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { useRead } from '../../api/reads.ts';
import type { CutOverImport as ImportFacts } from '../../generated/wire.ts';
import { Loading } from '../../ui/data-table.tsx';
import { DownloadButton, readCsv } from '../../ui/download-button.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { FileErrors } from '../../ui/file-errors.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Moment, useDayText } from '../../ui/moment.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Status } from '../../ui/status.tsx';
import { useWords } from '../../words.ts';
import { ImportTotals } from './import-totals.tsx';

const LOOK_EVERY_MS = 1_000;
const UNDER_WAY = new Set(['checking', 'importing']);

export function Import(): ReactNode {
  const { t } = useWords();
  const dayText = useDayText();
  const { id } = useParams<{ id: string }>();
  const { data: found, error } = useRead(
    'sacco.imports.get',
    { import_id: id },
    { every_ms: (now) => now !== undefined && UNDER_WAY.has(now.status) && LOOK_EVERY_MS },
  );
  const back = { href: '/imports', label: t('imports.title') };
  if (!found)
    return (
      <Page title={t('imports.title')} back={back}>
        {error ? <ErrorAlert error={error} /> : <Loading />}
      </Page>
    );
  return (
    <Page
      title={t('imports.of', { date: dayText(found.cut_over_date) })}
      beside={<Status status={found.status} />}
      back={back}
    >
      <Stage found={found} />
      <Facts
        facts={[
          [t('movement.memo'), found.memo ?? undefined],
          [t('approvals.requested_by'), found.requested_by.name],
          [t('movement_page.requested_at'), <Moment key="requested" at={found.created_at} />],
          [
            t('movement_page.posted_at'),
            found.finished_at === null ? undefined : <Moment key="finished" at={found.finished_at} />,
          ],
        ]}
      />
      <ImportTotals found={found} />
      <FileErrors errors={found.errors} count={found.error_count} />
      {found.error_count > found.errors.length && (
        <DownloadButton
          label={t('imports.all_errors')}
          fileName="errors.csv"
          read={async () => (await readCsv('sacco.imports.errors', { import_id: id })).text}
        />
      )}
    </Page>
  );
}

function Stage({ found: { status } }: { found: ImportFacts }): ReactNode {
  const { t } = useWords();
  if (status === 'awaiting_approval') return <Link href="/approvals">{t('movement.waiting')}</Link>;
  if (status === 'checking') return <Text role="status">{t('imports.checking')}</Text>;
  if (status === 'importing') return <Text role="status">{t('imports.importing')}</Text>;
  return null;
}

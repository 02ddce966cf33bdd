/** One imported statement: the matches of its lines, and the decisions about them. */
import { Button, Loader, Text } from '@mantine/core';
import { UshirikaError } from '@ushirika/sdk/transport';
import { useState, type ReactNode } from 'react';
import { useParams } from 'wouter';
import { useRead } from '../../../api/reads.ts';
import type { Run as RunWire } from '../../../generated/wire.ts';
import { Loading } from '../../../ui/data-table.tsx';
import { ErrorAlert } from '../../../ui/faults/error-alert.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { Status } from '../../../ui/status.tsx';
import { useWords } from '../../../words.ts';
import { CloseRun } from './close-run.tsx';
import { Lines } from './lines.tsx';
import { Missing } from './missing.tsx';
import { useProviderName } from '../../../ui/provider-name.ts';
import { ResolveAll } from './resolve-all.tsx';
import { RunFacts } from './run-facts.tsx';

const LOOK_EVERY_MS = 1_000;

export function Run(): ReactNode {
  const { t } = useWords();
  const { id } = useParams<{ id: string }>();
  const providerName = useProviderName();
  const { data: run, error } = useRead(
    'reconciliation.runs.get',
    { run: id },
    { every_ms: (last) => (last?.status === 'importing' ? LOOK_EVERY_MS : false) },
  );
  const [dialog, setDialog] = useState<'resolve_all' | 'close' | null>(null);
  const close = (): void => setDialog(null);
  return (
    <Page
      title={
        run
          ? t('reconciliation.run_title', { provider: providerName(run.provider), currency: run.currency })
          : t('nav.reconciliation')
      }
      back={{ href: '/reconciliation', label: t('nav.reconciliation') }}
      beside={run && <Status status={run.status} />}
      actions={
        run?.status === 'open' && (
          <>
            <Button onClick={() => setDialog('resolve_all')}>{t('reconciliation.resolve_all')}</Button>
            <Button variant="default" onClick={() => setDialog('close')}>
              {t('reconciliation.close_run')}
            </Button>
          </>
        )
      }
    >
      {error && <ErrorAlert error={error} />}
      {!run && !error && <Loading />}
      {run && <Content run={run} />}
      {run && dialog === 'resolve_all' && <ResolveAll run={run} onClose={close} />}
      {run && dialog === 'close' && <CloseRun run={run} onClose={close} />}
    </Page>
  );
}

function Content({ run }: { run: RunWire }): ReactNode {
  const { t } = useWords();
  if (run.status === 'importing')
    return (
      <Text role="status" className="empty">
        <Loader size="sm" mr="sm" aria-hidden /> {t('reconciliation.being_imported')}
      </Text>
    );
  if (run.error)
    return (
      <ErrorAlert
        title={t('reconciliation.not_imported')}
        error={new UshirikaError(run.error.message, { status: 400, body: run.error })}
      />
    );
  return (
    <>
      <RunFacts run={run} />
      <Lines run={run} />
      <Missing run={run} />
    </>
  );
}

/** What dividends and interest have in common on their pages: how far a payout is, and retrying the lines that failed. */
import { Alert, Button, Progress, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRead } from '../../api/reads.ts';
import type { useSubmit } from '../../api/submit.ts';
import { Checking } from '../../forms/submit-form.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { LinkNotice } from '../../ui/link-notice.tsx';
import { useWords } from '../../words.ts';

const WAITING_EVERY_MS = 15_000;
const PAYING_EVERY_MS = 1_500;

interface Run {
  status: string;
  approval_id: string | null;
  lines: readonly { status: string }[];
}

type Stage = 'waiting' | 'paying' | 'ended';

/**
 * Its status is the same while it waits for a decision and while it is being paid: the approval tells them apart.
 * @returns and how often the run is to be read again
 */
export function useStage(run: Run | undefined): { stage: Stage | undefined; every_ms: number | false } {
  const has_ended = run && hasEnded(run);
  const { data: approval } = useRead(
    'approvals.get',
    run?.approval_id ? { approval: run.approval_id } : null,
    {
      enabled: has_ended === false,
      every_ms: (last) => (last && last.status !== 'pending' ? false : WAITING_EVERY_MS),
    },
  );
  const stage = has_ended ? 'ended' : approval && (approval.status === 'pending' ? 'waiting' : 'paying');
  return {
    stage,
    every_ms: stage === 'paying' ? PAYING_EVERY_MS : stage === 'waiting' ? WAITING_EVERY_MS : false,
  };
}

/** The pending lines of a rejected, cancelled or failed run are never paid. */
function hasEnded({ status, lines }: Run): boolean {
  if (status === 'paid' || status === 'paid_with_exceptions')
    return lines.every((line) => line.status !== 'pending');
  return status !== 'declared';
}

export interface PayoutNoticeProps {
  run: Run;
  stage: Stage | undefined;
  retrying: Pick<ReturnType<typeof useSubmit>, 'is_busy' | 'is_checking' | 'error'>;
  onRetry: () => void;
}

/** What waits, what is being paid, and what failed and can be tried again. */
export function PayoutNotice({ run, stage, retrying, onRetry }: PayoutNoticeProps): ReactNode {
  const { t } = useWords();
  if (stage === 'waiting') return <LinkNotice href="/approvals">{t('movement.waiting')}</LinkNotice>;
  if (stage === 'paying') return <PayoutProgress run={run} />;
  if (stage !== 'ended' || run.status !== 'paid_with_exceptions') return null;
  const count = run.lines.filter(({ status }) => status === 'failed').length;
  return (
    <Alert color="red" variant="light">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t('dividends.failed_lines', { count })}</Text>
        <Button size="sm" disabled={retrying.is_busy} onClick={onRetry}>
          {retrying.is_busy ? t('submit.working') : t('dividends.retry')}
        </Button>
        <ErrorAlert error={retrying.error} />
        <Checking isChecking={retrying.is_checking} />
      </Stack>
    </Alert>
  );
}

function PayoutProgress({ run: { lines } }: { run: Run }): ReactNode {
  const { t } = useWords();
  const done = lines.filter(({ status }) => status !== 'pending').length;
  return (
    <Stack gap={6}>
      <Text role="status" size="sm" fw={600}>
        {t('dividends.being_paid', { done, total: lines.length })}
      </Text>
      <Progress
        value={lines.length === 0 ? 100 : (100 * done) / lines.length}
        aria-label={t('dividends.progress')}
      />
    </Stack>
  );
}

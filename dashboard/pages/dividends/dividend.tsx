/** One dividend with its lines: what waits, what is being paid, and what failed and can be tried again. */
import { Alert, Button, Progress, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { seenAt } from '../../api/lost-answer.ts';
import { useRead } from '../../api/reads.ts';
import { useSubmit } from '../../api/submit.ts';
import { Checking } from '../../forms/submit-form.tsx';
import type { Dividend as DividendFacts } from '../../generated/wire.ts';
import { formatBps } from '../../money/money.rules.ts';
import { Money } from '../../money/money.tsx';
import { Loading } from '../../ui/data-table.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Status } from '../../ui/status.tsx';
import { useWords } from '../../words.ts';
import { DividendLines } from './dividend-lines.tsx';
import { Period } from './period.tsx';

const WAITING_EVERY_MS = 15_000;
const PAYING_EVERY_MS = 1_500;

export function Dividend(): ReactNode {
  const { t } = useWords();
  const { id } = useParams<{ id: string }>();
  const { dividend, stage, error } = useDividend(id);
  const back = { href: '/dividends', label: t('nav.dividends') };
  if (!dividend) {
    return (
      <Page title={t('nav.dividends')} back={back}>
        {error ? <ErrorAlert error={error} /> : <Loading />}
      </Page>
    );
  }
  return (
    <Page title={dividend.label} beside={<Status status={dividend.status} />} back={back}>
      {stage === 'waiting' && (
        <Alert color="yellow" variant="light" role="status">
          <Link href="/approvals">{t('movement.waiting')}</Link>
        </Alert>
      )}
      {stage === 'paying' && <PayoutProgress dividend={dividend} />}
      {stage === 'ended' && dividend.status === 'paid_with_exceptions' && <FailedLines dividend={dividend} />}
      <DividendOverview dividend={dividend} />
      <DividendLines dividend={dividend} />
    </Page>
  );
}

type Stage = 'waiting' | 'paying' | 'ended';

/** Its status is the same while it waits for a decision and while it is being paid: the approval tells them apart. */
function useDividend(id: string): {
  dividend: DividendFacts | undefined;
  stage: Stage | undefined;
  error: Error | null;
} {
  const [every_ms, setEvery] = useState<number | false>(false);
  const { data: dividend, error } = useRead(
    'sacco.dividends.get',
    { dividend: id },
    { every_ms: () => every_ms },
  );
  const has_ended = dividend && hasEnded(dividend);
  const { data: approval } = useRead(
    'approvals.get',
    dividend?.approval_id ? { approval: dividend.approval_id } : null,
    {
      enabled: has_ended === false,
      every_ms: (last) => (last && last.status !== 'pending' ? false : WAITING_EVERY_MS),
    },
  );
  const stage = has_ended ? 'ended' : approval && (approval.status === 'pending' ? 'waiting' : 'paying');
  const wanted = stage === 'paying' ? PAYING_EVERY_MS : stage === 'waiting' ? WAITING_EVERY_MS : false;
  if (wanted !== every_ms) setEvery(wanted);
  return { dividend, stage, error };
}

/** The pending lines of a rejected, cancelled or failed dividend are never paid. */
function hasEnded({ status, lines }: DividendFacts): boolean {
  if (status === 'paid' || status === 'paid_with_exceptions')
    return lines.every((line) => line.status !== 'pending');
  return status !== 'declared';
}

function DividendOverview({ dividend }: { dividend: DividendFacts }): ReactNode {
  const { t, word } = useWords();
  const { currency, paid_at } = dividend;
  return (
    <Facts
      facts={[
        [t('dividends.total'), <Money key="total" minor={dividend.total_minor} currency={currency} />],
        [
          t('dividends.failed'),
          dividend.failed_minor > 0 ? <Money minor={dividend.failed_minor} currency={currency} /> : undefined,
        ],
        [t('dividends.period'), <Period key="period" of={dividend} />],
        [t('dividends.share_rate'), formatBps(dividend.share_rate_bps)],
        [t('dividends.interest_rebate'), formatBps(dividend.interest_rebate_bps)],
        [t('dividends.paid_from'), word('account_kind', dividend.paid_from)],
        [t('dividends.declared_at'), <Moment key="declared" at={dividend.created_at} />],
        [t('dividends.paid_at'), paid_at ? <Moment key="paid" at={paid_at} /> : undefined],
      ]}
    />
  );
}

function PayoutProgress({ dividend: { lines } }: { dividend: DividendFacts }): ReactNode {
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

/** Lines fail individually; the failed ones are retried together. */
function FailedLines({ dividend }: { dividend: DividendFacts }): ReactNode {
  const { t } = useWords();
  const input = { dividend: dividend.id };
  const { is_busy, is_checking, error, submit } = useSubmit('sacco.dividends.retry', {
    findOutcome: seenAt('sacco.dividends.get', input, (now) => now.status !== dividend.status),
  });
  const count = dividend.lines.filter(({ status }) => status === 'failed').length;
  return (
    <Alert color="red" variant="light">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t('dividends.failed_lines', { count })}</Text>
        <Button size="sm" disabled={is_busy} onClick={() => void submit(input)}>
          {is_busy ? t('submit.working') : t('dividends.retry')}
        </Button>
        <ErrorAlert error={error} />
        <Checking isChecking={is_checking} />
      </Stack>
    </Alert>
  );
}

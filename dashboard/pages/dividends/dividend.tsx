/** One dividend with its lines: what waits, what is being paid, and what failed and can be tried again. */
import { useState, type ReactNode } from 'react';
import { useParams } from 'wouter';
import { seenAt } from '../../api/lost-answer.ts';
import { useRead } from '../../api/reads.ts';
import { useSubmit } from '../../api/submit.ts';
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
import { PayoutNotice, useStage } from '../distributions/payout.tsx';
import { Period } from '../distributions/period.tsx';
import { DividendLines } from './dividend-lines.tsx';

export function Dividend(): ReactNode {
  const { t } = useWords();
  const { id } = useParams<{ id: string }>();
  const [every_ms, setEvery] = useState<number | false>(false);
  const input = { dividend: id };
  const { data: dividend, error } = useRead('sacco.dividends.get', input, { every_ms: () => every_ms });
  const { stage, every_ms: wanted } = useStage(dividend);
  if (wanted !== every_ms) setEvery(wanted);
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
      <Notice dividend={dividend} stage={stage} />
      <DividendOverview dividend={dividend} />
      <DividendLines dividend={dividend} />
    </Page>
  );
}

function Notice({
  dividend,
  stage,
}: {
  dividend: DividendFacts;
  stage: ReturnType<typeof useStage>['stage'];
}): ReactNode {
  const input = { dividend: dividend.id };
  const retrying = useSubmit('sacco.dividends.retry', {
    findOutcome: seenAt('sacco.dividends.get', input, (now) => now.status !== dividend.status),
  });
  return (
    <PayoutNotice
      run={dividend}
      stage={stage}
      retrying={retrying}
      onRetry={() => void retrying.submit(input)}
    />
  );
}

function DividendOverview({ dividend }: { dividend: DividendFacts }): ReactNode {
  const { t, word } = useWords();
  const { currency, paid_at } = dividend;
  return (
    <Facts
      facts={[
        [t('dividends.total'), <Money key="total" minor={dividend.total_minor} currency={currency} />],
        [
          t('interest.tax'),
          dividend.tax_minor > 0 ? <Money minor={dividend.tax_minor} currency={currency} /> : undefined,
        ],
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

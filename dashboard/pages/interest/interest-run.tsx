/** Interest on deposits for one period, with a line for every savings account. */
import { useState, type ReactNode } from 'react';
import { useParams } from 'wouter';
import { seenAt } from '../../api/lost-answer.ts';
import { useRead } from '../../api/reads.ts';
import { useSubmit } from '../../api/submit.ts';
import type { SavingsInterest } from '../../generated/wire.ts';
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
import { useEarningProducts } from './earning-products.ts';
import { InterestLines } from './interest-lines.tsx';

export function InterestRun(): ReactNode {
  const { t } = useWords();
  const { id } = useParams<{ id: string }>();
  const [every_ms, setEvery] = useState<number | false>(false);
  const input = { savings_interest: id };
  const { data: run, error } = useRead('sacco.savingsInterest.get', input, { every_ms: () => every_ms });
  const { stage, every_ms: wanted } = useStage(run);
  if (wanted !== every_ms) setEvery(wanted);
  const back = { href: '/interest', label: t('nav.interest') };
  if (!run) {
    return (
      <Page title={t('nav.interest')} back={back}>
        {error ? <ErrorAlert error={error} /> : <Loading />}
      </Page>
    );
  }
  return (
    <Page title={run.label} beside={<Status status={run.status} />} back={back}>
      <Notice run={run} stage={stage} />
      <Overview run={run} />
      <InterestLines run={run} />
    </Page>
  );
}

function Notice({
  run,
  stage,
}: {
  run: SavingsInterest;
  stage: ReturnType<typeof useStage>['stage'];
}): ReactNode {
  const input = { savings_interest: run.id };
  const retrying = useSubmit('sacco.savingsInterest.retry', {
    findOutcome: seenAt('sacco.savingsInterest.get', input, (now) => now.status !== run.status),
  });
  return (
    <PayoutNotice run={run} stage={stage} retrying={retrying} onRetry={() => void retrying.submit(input)} />
  );
}

function Overview({ run }: { run: SavingsInterest }): ReactNode {
  const { t, word } = useWords();
  const { currency, counting, paid_at, product_id } = run;
  const products = useEarningProducts();
  const money = (minor: number | bigint): ReactNode => <Money minor={minor} currency={currency} />;
  return (
    <Facts
      facts={[
        [t('dividends.total'), money(run.total_minor)],
        [t('interest.tax'), money(run.tax_minor)],
        [t('dividends.failed'), run.failed_minor > 0 ? money(run.failed_minor) : undefined],
        [t('dividends.period'), <Period key="period" of={run} />],
        [
          t('interest.earned_by'),
          products &&
            (products.find(({ value }) => value === product_id)?.label ?? t('interest.default_accounts')),
        ],
        [t('interest.rate'), formatBps(run.rate_bps)],
        [
          t('interest.basis'),
          counting === null
            ? word('interest_basis', run.basis)
            : `${word('interest_basis', run.basis)}, ${word('interest_counting', counting)}`,
        ],
        [t('interest.credit_to'), word('interest_credit_to', run.credit_to)],
        [t('interest.tax_rate'), formatBps(run.withholding_tax_bps)],
        [t('dividends.declared_at'), <Moment key="declared" at={run.created_at} />],
        [t('dividends.paid_at'), paid_at ? <Moment key="paid" at={paid_at} /> : undefined],
      ]}
    />
  );
}

/** What members owe, how late they are, and both over the last twelve months. */
import { SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCooperative } from '../../api/me.ts';
import { useRead } from '../../api/reads.ts';
import type { Portfolio as Figures } from '../../generated/wire.ts';
import { formatBps } from '../../money/money.rules.ts';
import { Money } from '../../money/money.tsx';
import { Loading } from '../../ui/data-table.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { FigureCard } from '../../ui/figure-card.tsx';
import { Page } from '../../ui/page/page.tsx';
import { useWords } from '../../words.ts';
import { AtRisk } from './at-risk.tsx';

export function Portfolio(): ReactNode {
  const { t } = useWords();
  const currency = useCooperative()?.currency;
  const { data, error } = useRead('sacco.portfolio', {});
  return (
    <Page title={t('nav.portfolio')}>
      {error && <ErrorAlert error={error} />}
      {!error && (!data || currency === undefined) && <Loading />}
      {data && currency !== undefined && (
        <>
          <Cards figures={data} currency={currency} />
          <AtRisk currency={currency} />
        </>
      )}
    </Page>
  );
}

function Cards({ figures, currency }: { figures: Figures; currency: string }): ReactNode {
  const { t } = useWords();
  const share = (bps: number): string => t('portfolio.par_hint', { share: formatBps(bps) });
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 5 }}>
      <FigureCard label={t('portfolio.active_loans')}>{figures.active_loans}</FigureCard>
      <FigureCard label={t('portfolio.principal_outstanding')}>
        <Money minor={figures.principal_outstanding_minor} currency={currency} />
      </FigureCard>
      <FigureCard label={t('portfolio.charges_due')}>
        <Money minor={figures.charges_due_minor} currency={currency} />
      </FigureCard>
      <FigureCard label="PAR30" hint={share(figures.par30_bps)}>
        <Money minor={figures.par30_minor} currency={currency} />
      </FigureCard>
      <FigureCard label="PAR90" hint={share(figures.par90_bps)}>
        <Money minor={figures.par90_minor} currency={currency} />
      </FigureCard>
    </SimpleGrid>
  );
}

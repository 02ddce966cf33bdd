/** What members owe, how late they are, and both over the last twelve months. */
import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Suspense, useId, type ReactNode } from 'react';
import { useCooperative } from '../../api/me.ts';
import { useRead } from '../../api/reads.ts';
import type { Portfolio as Figures, PortfolioHistory } from '../../generated/wire.ts';
import { formatBps } from '../../money/money.rules.ts';
import { Money } from '../../money/money.tsx';
import { moneyColumn } from '../../money/money-column.tsx';
import { DataTable, Loading } from '../../ui/data-table.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { FigureCard } from '../../ui/figure-card.tsx';
import { LocalDate, useToday } from '../../ui/moment.tsx';
import { Page } from '../../ui/page/page.tsx';
import { lazyPart } from '../../later.ts';
import { useWords } from '../../words.ts';
import './portfolio.css';

const RiskChart = lazyPart(async () => ({ default: (await import('./risk-chart.tsx')).RiskChart }));

const MONTHS_SHOWN = 12;

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
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3, xl: 5 }}>
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

/** A figure, and the same data as a table. */
function AtRisk({ currency }: { currency: string }): ReactNode {
  const { t } = useWords();
  const heading = useId();
  const to = useToday().slice(0, 7);
  const { data, error } = useRead('sacco.portfolioHistory', {
    from: monthsBefore(to, MONTHS_SHOWN - 1),
    to,
  });
  if (error) return <ErrorAlert error={error} />;
  if (!data) return <Loading />;
  return (
    <Stack component="figure" className="figure-with-table" gap="sm" aria-labelledby={heading}>
      <figcaption>
        <Title order={2} size="h4" id={heading}>
          {t('portfolio.at_risk')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('portfolio.par_means')}
        </Text>
      </figcaption>
      <Suspense fallback={<Loading />}>
        <RiskChart history={data.history} />
      </Suspense>
      <DataTable
        name={t('portfolio.at_risk')}
        rows={data.history}
        rowKey={({ month_end }) => month_end}
        columns={[
          { header: t('portfolio.month_end'), cell: ({ month_end }) => <LocalDate date={month_end} /> },
          { header: t('portfolio.active_loans'), isFigure: true, cell: (month) => month.active_loans },
          moneyColumn(t('portfolio.principal_outstanding'), 'principal_outstanding_minor', currency),
          ...(['par30', 'par90'] as const).map((par) => ({
            header: par.toUpperCase(),
            isFigure: true,
            cell: (month: PortfolioHistory['history'][number]) => (
              <>
                <Money minor={month[`${par}_minor`]} currency={currency} />
                <Text size="xs" c="dimmed">
                  {formatBps(month[`${par}_bps`])}
                </Text>
              </>
            ),
          })),
        ]}
      />
    </Stack>
  );
}

/** @param month `YYYY-MM` */
function monthsBefore(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 - count, 1)).toISOString().slice(0, 7);
}

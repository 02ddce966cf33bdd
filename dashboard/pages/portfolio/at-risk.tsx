/** What is at risk at the ends of the last twelve months: a picture, and the same figures as a table. */
import type { ReactNode } from 'react';
import { useRead } from '../../api/reads.ts';
import type { PortfolioHistory } from '../../generated/wire.ts';
import { lazyPart } from '../../later.ts';
import { formatBps } from '../../money/money.rules.ts';
import { Money } from '../../money/money.tsx';
import { moneyColumn } from '../../money/money-column.tsx';
import { ChartFigure } from '../../ui/chart-figure.tsx';
import { Loaded } from '../../ui/faults/loaded.tsx';
import { MonthEnd, useToday } from '../../ui/moment.tsx';
import { useWords } from '../../words.ts';
import './portfolio.css';

const RiskChart = lazyPart(async () => ({ default: (await import('./risk-chart.tsx')).RiskChart }));

const MONTHS_SHOWN = 12;

export function AtRisk({ currency }: { currency: string }): ReactNode {
  const { t } = useWords();
  const to = useToday().slice(0, 7);
  const reading = useRead('sacco.portfolioHistory', { from: monthsBefore(to, MONTHS_SHOWN - 1), to });
  return (
    <Loaded reading={reading}>
      {({ history }) => (
        <ChartFigure
          title={t('portfolio.at_risk')}
          hint={t('portfolio.par_means')}
          currency={currency}
          rows={history}
          rowKey={({ month_end }) => month_end}
          columns={[
            { header: t('portfolio.month_end'), cell: ({ month_end }) => <MonthEnd date={month_end} /> },
            { header: t('portfolio.active_loans'), isFigure: true, cell: (month) => month.active_loans },
            moneyColumn(t('portfolio.principal_outstanding'), 'principal_outstanding_minor', currency),
            ...(['par30', 'par90'] as const).map((par) => ({
              header: par.toUpperCase(),
              isFigure: true,
              cell: (month: PortfolioHistory['history'][number]) => (
                <>
                  <Money minor={month[`${par}_minor`]} currency={currency} />
                  <span className="below">{formatBps(month[`${par}_bps`])}</span>
                </>
              ),
            })),
          ]}
        >
          <RiskChart history={history} />
        </ChartFigure>
      )}
    </Loaded>
  );
}

/** @param month `YYYY-MM` */
function monthsBefore(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 - count, 1)).toISOString().slice(0, 7);
}

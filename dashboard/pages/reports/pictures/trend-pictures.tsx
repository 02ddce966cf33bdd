/** Pictures of the figures that the service keeps by month and by day. */
import type { ReactNode } from 'react';
import type { Trends } from '../../../generated/wire.ts';
import { lazyPart } from '../../../later.ts';
import { moneyColumn } from '../../../money/money-column.tsx';
import { ChartFigure } from '../../../ui/chart-figure.tsx';
import { LocalDate, MonthEnd, useDateNames } from '../../../ui/moment.tsx';
import { useWords } from '../../../words.ts';

const MoneyChart = lazyPart(async () => ({ default: (await import('./money-chart.tsx')).MoneyChart }));

export interface TrendPictureProps {
  trends: Trends;
}

export function SavingsGrowth({ trends: { currency, months } }: TrendPictureProps): ReactNode {
  const { t } = useWords();
  const { monthName } = useDateNames();
  const title = t('pictures_of.savings');
  return (
    <ChartFigure
      title={title}
      currency={currency}
      rows={months}
      rowKey={({ month_end }) => month_end}
      columns={[
        { header: t('portfolio.month_end'), cell: ({ month_end }) => <MonthEnd date={month_end} /> },
        moneyColumn(t('members.savings'), 'savings_minor', currency),
        moneyColumn(t('members.shares'), 'shares_minor', currency),
      ]}
    >
      <MoneyChart
        label={title}
        currency={currency}
        points={months.map(({ month_end, savings_minor, shares_minor }) => ({
          at: monthName(month_end),
          savings: Number(savings_minor),
          shares: Number(shares_minor),
        }))}
        series={[
          { key: 'savings', name: t('members.savings'), as: 'line' },
          { key: 'shares', name: t('members.shares'), as: 'line' },
        ]}
      />
    </ChartFigure>
  );
}

export function Collections({ trends: { currency, months } }: TrendPictureProps): ReactNode {
  const { t } = useWords();
  const { monthName } = useDateNames();
  const title = t('pictures_of.collections');
  return (
    <ChartFigure
      title={title}
      currency={currency}
      hint={t('pictures_of.collections_mean')}
      rows={months}
      rowKey={({ month_end }) => month_end}
      columns={[
        { header: t('portfolio.month_end'), cell: ({ month_end }) => <MonthEnd date={month_end} /> },
        moneyColumn(t('pictures_of.due'), 'due_minor', currency),
        moneyColumn(t('pictures_of.collected'), 'collected_minor', currency),
      ]}
    >
      <MoneyChart
        label={title}
        currency={currency}
        points={months.map(({ month_end, due_minor, collected_minor }) => ({
          at: monthName(month_end),
          due: Number(due_minor),
          collected: Number(collected_minor),
        }))}
        series={[
          { key: 'collected', name: t('pictures_of.collected'), as: 'bar' },
          { key: 'due', name: t('pictures_of.due'), as: 'bar' },
        ]}
      />
    </ChartFigure>
  );
}

export function CashByDay({ trends: { currency, days } }: TrendPictureProps): ReactNode {
  const { t } = useWords();
  const { dayName } = useDateNames();
  const title = t('pictures_of.cash');
  return (
    <ChartFigure
      title={title}
      currency={currency}
      rows={days}
      rowKey={({ date }) => date}
      columns={[
        { header: t('statement.date'), cell: ({ date }) => <LocalDate date={date} /> },
        moneyColumn(t('pictures_of.cash_in'), 'cash_in_minor', currency),
        moneyColumn(t('pictures_of.cash_out'), 'cash_out_minor', currency),
        moneyColumn(t('pictures_of.cash_held'), 'cash_minor', currency),
      ]}
    >
      <MoneyChart
        label={title}
        currency={currency}
        points={days.map(({ date, cash_in_minor, cash_out_minor, cash_minor }) => ({
          at: dayName(date),
          in: Number(cash_in_minor),
          out: Number(cash_out_minor),
          held: Number(cash_minor),
        }))}
        series={[
          { key: 'in', name: t('pictures_of.cash_in'), as: 'bar' },
          { key: 'out', name: t('pictures_of.cash_out'), as: 'bar' },
          { key: 'held', name: t('pictures_of.cash_held'), as: 'line' },
        ]}
      />
    </ChartFigure>
  );
}

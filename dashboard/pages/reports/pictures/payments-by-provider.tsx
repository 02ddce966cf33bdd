/** What was received through each provider, month by month. */
import type { ReactNode } from 'react';
import { lazyPart } from '../../../later.ts';
import { Money } from '../../../money/money.tsx';
import { ChartFigure } from '../../../ui/chart-figure.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { MonthEnd, useDateNames } from '../../../ui/moment.tsx';
import { useProviderName } from '../../../ui/provider-name.ts';
import { useWords } from '../../../words.ts';
import type { TrendPictureProps } from './trend-pictures.tsx';

const MoneyChart = lazyPart(async () => ({ default: (await import('./money-chart.tsx')).MoneyChart }));

export function PaymentsByProvider({
  trends: { currency, months, providers },
}: TrendPictureProps): ReactNode {
  const { t } = useWords();
  const { monthName } = useDateNames();
  const nameOf = useProviderName();
  const title = t('pictures_of.providers');
  const received = (provider: (typeof providers)[number], month_end: string): number | bigint =>
    provider.months.find((each) => each.month_end === month_end)?.received_minor ?? 0;
  const rows = providers.length === 0 ? [] : months;
  return (
    <ChartFigure
      title={title}
      currency={currency}
      hint={t('pictures_of.providers_mean')}
      rows={rows}
      rowKey={({ month_end }) => month_end}
      empty={t('pictures_of.no_payments')}
      columns={[
        { header: t('portfolio.month_end'), cell: ({ month_end }) => <MonthEnd date={month_end} /> },
        ...providers.map((provider): Column<(typeof months)[number]> => ({
          header: nameOf(provider.provider),
          isFigure: true,
          cell: ({ month_end }) => <Money minor={received(provider, month_end)} currency={currency} />,
        })),
      ]}
    >
      <MoneyChart
        label={title}
        currency={currency}
        points={rows.map(({ month_end }) => ({
          at: monthName(month_end),
          ...Object.fromEntries(providers.map((each) => [each.provider, Number(received(each, month_end))])),
        }))}
        series={providers.map(({ provider }) => ({
          key: provider,
          name: nameOf(provider),
          as: 'bar',
          stack: 'received',
        }))}
      />
    </ChartFigure>
  );
}

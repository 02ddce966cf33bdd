/** PAR30 and PAR90 over time as lines. The table below has the same figures. */
import type { ReactNode } from 'react';
import { CartesianGrid, Legend, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { PortfolioHistory } from '../../generated/wire.ts';
import { useDateNames } from '../../ui/moment.tsx';
import { useWords } from '../../words.ts';

export interface RiskChartProps {
  history: PortfolioHistory['history'];
}

const HEIGHT_PX = 260;
const COLOURS = { text: 'var(--mantine-color-dimmed)', line: 'var(--mantine-color-default-border)' };

export function RiskChart({ history }: RiskChartProps): ReactNode {
  const { t } = useWords();
  const { monthName } = useDateNames();
  // Floats are only drawn: the table has the exact figures.
  const points = history.map(({ month_end, par30_bps, par90_bps }) => ({
    month: monthName(month_end),
    PAR30: par30_bps / 100,
    PAR90: par90_bps / 100,
  }));
  return (
    <div role="img" aria-label={t('portfolio.chart')} className="chart">
      <ResponsiveContainer width="100%" height={HEIGHT_PX}>
        <LineChart
          data={points}
          accessibilityLayer={false}
          margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
        >
          <CartesianGrid stroke={COLOURS.line} vertical={false} />
          <XAxis dataKey="month" stroke={COLOURS.text} fontSize={12} tickLine={false} minTickGap={8} />
          <YAxis
            unit="%"
            stroke={COLOURS.text}
            fontSize={12}
            width={52}
            tickLine={false}
            axisLine={false}
            tickCount={5}
            domain={[0, (most: number) => Math.max(4, Math.ceil(most / 4) * 4)]}
          />
          <Tooltip
            formatter={(value) => `${Number(value).toFixed(2)}%`}
            contentStyle={{
              background: 'var(--surface)',
              border: `1px solid ${COLOURS.line}`,
              borderRadius: 8,
            }}
          />
          <Legend wrapperStyle={{ fontSize: 14 }} />
          <Line
            dataKey="PAR30"
            stroke="var(--par30)"
            strokeWidth={2}
            dot={{ r: 3, fill: 'var(--surface)' }}
            isAnimationActive={false}
          />
          <Line
            dataKey="PAR90"
            stroke="var(--par90)"
            strokeWidth={2}
            strokeDasharray="6 4"
            dot={{ r: 3, fill: 'var(--surface)' }}
            isAnimationActive={false}
          />
        </LineChart>
      </ResponsiveContainer>
    </div>
  );
}

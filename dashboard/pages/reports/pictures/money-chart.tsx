/** Amounts over time or by group, as bars and lines. The table below has the same figures. */
import type { ReactNode } from 'react';
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Legend,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { formatMoney } from '../../../money/money.rules.ts';
import { shortNumberFormat } from '../../../ui/formats.ts';
import { useWords } from '../../../words.ts';

interface Series {
  /** Of the points. */
  key: string;
  name: string;
  as: 'bar' | 'line';
  /** Bars of one stack are on top of each other. */
  stack?: string;
}

export interface MoneyChartProps {
  /** What it shows, in words. */
  label: string;
  /** `at` names the point; minor units by the key of the series. Floats are only drawn. */
  points: readonly ({ at: string } & Record<string, string | number>)[];
  series: readonly Series[];
  currency: string;
}

const HEIGHT_PX = 240;
const COLOURS = ['var(--series-1)', 'var(--series-2)', 'var(--series-3)', 'var(--series-4)'];
const AXIS = { stroke: 'var(--mantine-color-dimmed)', fontSize: 12, tickLine: false };
const BORDER = 'var(--mantine-color-default-border)';

export function MoneyChart({ label, points, series, currency }: MoneyChartProps): ReactNode {
  const { language } = useWords();
  const short = shortNumberFormat(language);
  return (
    <div role="img" aria-label={label} className="chart">
      <ResponsiveContainer width="100%" height={HEIGHT_PX}>
        <ComposedChart
          data={[...points]}
          accessibilityLayer={false}
          margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
        >
          <CartesianGrid stroke={BORDER} vertical={false} />
          <XAxis dataKey="at" {...AXIS} minTickGap={24} />
          <YAxis
            {...AXIS}
            width={56}
            axisLine={false}
            tickCount={5}
            tickFormatter={(minor: number) => short.format(minor / 100)}
          />
          <Tooltip
            formatter={(minor) => formatMoney(BigInt(Math.round(Number(minor))), currency)}
            cursor={{ fill: 'var(--mantine-color-default-hover)' }}
            contentStyle={{ background: 'var(--surface)', border: `1px solid ${BORDER}`, borderRadius: 8 }}
          />
          {/* In the order of the series, as the bars stand. */}
          <Legend itemSorter={null} wrapperStyle={{ fontSize: 12 }} />
          {series.map(({ key, name, as, stack }, i) =>
            as === 'bar' ? (
              <Bar
                key={key}
                dataKey={key}
                name={name}
                fill={COLOURS[i % COLOURS.length] as string}
                maxBarSize={32}
                isAnimationActive={false}
                {...(stack === undefined ? {} : { stackId: stack })}
              />
            ) : (
              <Line
                key={key}
                dataKey={key}
                name={name}
                stroke={COLOURS[i % COLOURS.length] as string}
                strokeWidth={2}
                dot={false}
                isAnimationActive={false}
                {...(i % 2 === 1 ? { strokeDasharray: '6 4' } : {})}
              />
            ),
          )}
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
}

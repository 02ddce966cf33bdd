/** The sums of a period as bars; the table beside it says the same. */
import type { ReactNode } from 'react';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { formatMinor } from '../../../money/money.rules.ts';
import './report.css';

export interface ReportFigureProps {
  label: string;
  rows: readonly { label: string; minor: number | bigint }[];
}

const BAR_PX = 38;
const AXIS_PX = 40;

export function ReportFigure({ label, rows }: ReportFigureProps): ReactNode {
  return (
    <figure className="report-figure" role="img" aria-label={label}>
      <ResponsiveContainer width="100%" height={rows.length * BAR_PX + AXIS_PX}>
        <BarChart
          // A bar is no more exact than a pixel.
          data={rows.map(({ label: name, minor }) => ({ label: name, minor: Number(minor) }))}
          layout="vertical"
          margin={{ top: 4, right: 12, bottom: 4, left: 4 }}
          accessibilityLayer={false}
        >
          <CartesianGrid horizontal={false} stroke="var(--mantine-color-default-border)" />
          <XAxis
            type="number"
            dataKey="minor"
            tickCount={4}
            tickFormatter={(minor: number) => shortened(minor)}
            stroke="var(--mantine-color-dimmed)"
            fontSize={12}
          />
          <YAxis
            type="category"
            dataKey="label"
            width={110}
            stroke="var(--mantine-color-dimmed)"
            fontSize={12}
            tickLine={false}
          />
          <Bar
            dataKey="minor"
            fill="var(--mantine-color-teal-9)"
            isAnimationActive={false}
            radius={3}
            barSize={18}
          />
        </BarChart>
      </ResponsiveContainer>
    </figure>
  );
}

const STEPS = [
  [100_000_000_000, 'bn'],
  [100_000_000, 'm'],
  [100_000, 'k'],
] as const;

/** For the axis: 25000000 → "250k". */
function shortened(minor: number): string {
  for (const [step, letter] of STEPS)
    if (Math.abs(minor) >= step) return `${Math.round((minor / step) * 10) / 10}${letter}`;
  return formatMinor(Math.round(minor)).replace(/\.00$/, '');
}

/** The sums of a period as bars; the table beside it says the same. */
import type { ReactNode } from 'react';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { shortNumberFormat } from '../../../ui/formats.ts';
import { useWords } from '../../../words.ts';
import './report.css';

export interface ReportFigureProps {
  label: string;
  rows: readonly { label: string; minor: number | bigint }[];
}

const BAR_PX = 38;
const AXIS_PX = 40;

export function ReportFigure({ label, rows }: ReportFigureProps): ReactNode {
  const { language } = useWords();
  const short = shortNumberFormat(language);
  return (
    <figure className="report-figure" role="img" aria-label={label}>
      <ResponsiveContainer width="100%" height={rows.length * BAR_PX + AXIS_PX}>
        <BarChart
          // A bar is no more exact than a pixel.
          data={rows.map(({ label: name, minor }) => ({ label: name, minor: Number(minor) }))}
          layout="vertical"
          margin={{ top: 4, right: 28, bottom: 4, left: 4 }}
          accessibilityLayer={false}
        >
          <CartesianGrid horizontal={false} stroke="var(--mantine-color-default-border)" />
          <XAxis
            type="number"
            dataKey="minor"
            tickCount={4}
            tickFormatter={(minor: number) => short.format(minor / 100)}
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
            fill="var(--mantine-color-anchor)"
            isAnimationActive={false}
            radius={3}
            barSize={18}
          />
        </BarChart>
      </ResponsiveContainer>
    </figure>
  );
}

/** A small line of a figure over time; its label says in words what it shows. */
import type { ReactNode } from 'react';

export interface SparklineProps {
  /** Oldest first; at least two. Floats are only drawn. */
  values: readonly number[];
  label: string;
}

const WIDTH = 120;
const HEIGHT = 28;
/** The line is not cut at the edges. */
const MARGIN = 2;

export function Sparkline({ values, label }: SparklineProps): ReactNode {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const points = values.map((value, i) => {
    const x = MARGIN + (i / (values.length - 1)) * (WIDTH - 2 * MARGIN);
    const share = most === least ? 0.5 : (value - least) / (most - least);
    return `${x.toFixed(1)},${(HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN)).toFixed(1)}`;
  });
  return (
    <svg
      role="img"
      aria-label={label}
      className="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      <polyline points={points.join(' ')} />
    </svg>
  );
}

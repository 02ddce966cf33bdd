/** How a figure has developed, as a line without axes; its text says the same. */
import type { ReactNode } from 'react';
import { linePoints, SPARKLINE } from './sparkline.rules.ts';

export interface SparklineProps {
  /** Oldest first. */
  values: readonly (number | bigint)[];
  /** What the line shows, in words. */
  label: string;
}

export function Sparkline({ values, label }: SparklineProps): ReactNode {
  if (values.length < 2) return null;
  return (
    <svg
      className="sparkline"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${SPARKLINE.width} ${SPARKLINE.height}`}
      preserveAspectRatio="none"
    >
      <polyline points={linePoints(values.map(Number))} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

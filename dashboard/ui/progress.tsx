/** How much of an amount is done, as a bar and in percent. */
import type { ReactNode } from 'react';

export interface ProgressProps {
  partMinor: number | bigint;
  wholeMinor: number | bigint;
  /** What of it is done. */
  label: string;
}

export function Progress({ partMinor, wholeMinor, label }: ProgressProps): ReactNode {
  // Rounded down: 100 % is all of it.
  const percent = Number((BigInt(partMinor) * 100n) / BigInt(wholeMinor));
  return (
    <span className="progress">
      <progress max={100} value={percent} aria-label={label} />
      <span aria-hidden="true">{percent}%</span>
    </span>
  );
}

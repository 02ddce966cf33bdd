/** A range of days. */
import type { ReactNode } from 'react';
import { LocalDates } from '../../ui/moment.tsx';

export function Period({ of }: { of: { period_start: string; period_end: string } }): ReactNode {
  return <LocalDates from={of.period_start} to={of.period_end} />;
}

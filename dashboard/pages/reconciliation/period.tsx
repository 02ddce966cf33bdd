/** The period of a statement. */
import type { ReactNode } from 'react';
import type { Run } from '../../generated/wire.ts';
import { LocalDate, LocalDates } from '../../ui/moment.tsx';

export function Period({ run: { period_start, period_end } }: { run: Run }): ReactNode {
  if (period_start === undefined || period_end === undefined) return '–';
  if (period_start === period_end) return <LocalDate date={period_start} />;
  return <LocalDates from={period_start} to={period_end} />;
}

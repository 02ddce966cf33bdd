/** A range of days. */
import type { ReactNode } from 'react';
import { LocalDate } from '../../ui/moment.tsx';

export function Period({ of }: { of: { period_start: string; period_end: string } }): ReactNode {
  return (
    <span>
      <LocalDate date={of.period_start} /> – <LocalDate date={of.period_end} />
    </span>
  );
}

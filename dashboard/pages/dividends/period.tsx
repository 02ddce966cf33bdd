/** A range of days. */
import type { ReactNode } from 'react';
import type { DividendSummary } from '../../generated/wire.ts';
import { LocalDate } from '../../ui/moment.tsx';

export function Period({ of }: { of: Pick<DividendSummary, 'period_start' | 'period_end'> }): ReactNode {
  return (
    <span>
      <LocalDate date={of.period_start} /> – <LocalDate date={of.period_end} />
    </span>
  );
}

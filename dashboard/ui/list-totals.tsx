/** What all rows of a list's filter come to, also those that are not loaded: how many there are, and their sums. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRead, type List, type ListSource } from '../api/reads.ts';
import type { ListTotals as Totals } from '../generated/wire.ts';
import { formatMoney } from '../money/money.rules.ts';
import { useWords } from '../words.ts';
import type { Column } from './data-table.tsx';

export interface ListTotalsProps {
  list: Pick<List<unknown>, 'has_more'>;
  source: ListSource;
  columns: readonly Pick<Column<never>, 'header' | 'amount'>[];
}

/** Nothing where all rows are on the page and have no amounts. */
export function ListTotals({ list, source: { id, input, every_ms }, columns }: ListTotalsProps): ReactNode {
  const { t } = useWords();
  const { data } = useRead(
    id,
    { ...input, limit: 1, totals: true },
    every_ms === undefined ? {} : { every_ms },
  );
  const { totals } = (data ?? {}) as { totals?: Totals };
  if (totals === undefined) return null;
  const { count, is_capped } = totals;
  const sums = columns.flatMap(({ header, amount }) => {
    const amounts = totals.sums
      .filter(({ field }) => `${field}_minor` === amount)
      .map(({ amount_minor, currency }) => formatMoney(amount_minor, currency));
    return amounts.length === 0 ? [] : [`${header} ${amounts.join(', ')}`];
  });
  if (sums.length === 0 && !list.has_more) return null;
  const rows = t(is_capped ? 'list.more_than' : 'list.total_of', { count });
  return (
    <Text component="p" size="sm" className="list-totals">
      {[rows, ...sums].join(' · ')}
    </Text>
  );
}

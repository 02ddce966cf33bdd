import { useRef } from 'react';
import type { List } from '../../api/reads.ts';

/** @returns what the search found last: the results of the previous text stay until those of the new text arrive */
export function useLatestResults<Row>({ items, is_loading }: Pick<List<Row>, 'items' | 'is_loading'>): Row[] {
  const latest = useRef<Row[]>([]);
  if (!is_loading) latest.current = items;
  return latest.current;
}

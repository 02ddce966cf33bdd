/** The rows of a list stay in sight while it is read with other filters. */
import { useEffect, useRef } from 'react';
import type { List } from '../api/reads.ts';
import { usePlace } from '../session/place.ts';

/** @returns the list, while it is read for the first time with the rows that it had before: of the same operation and place */
export function useRowsMeanwhile<Row>(list: List<Row>): List<Row> & { is_outdated: boolean } {
  const { project_id, environment } = usePlace();
  const of = [project_id, environment, list.source?.id].join(' ');
  const before = useRef<{ of: string; items: Row[] } | null>(null);
  useEffect(() => {
    if (!list.is_loading) before.current = { of, items: list.items };
  });
  const { current } = before;
  if (!list.is_loading || current?.of !== of || current.items.length === 0)
    return { ...list, is_outdated: false };
  return { ...list, items: current.items, is_loading: false, is_outdated: true };
}

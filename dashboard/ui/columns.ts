/** Which columns of a list are shown: the choice is part of the address, and remembered in this browser for the next time. */
import { useEffect } from 'react';
import { useFilter } from '../forms/filters/filters.ts';
import type { Column } from './data-table.tsx';

const IN_ADDRESS = 'hidden';

interface ShownColumns<Row> {
  shown: readonly Column<Row>[];
  /** The ids of the others. */
  hidden: readonly string[];
  hide: (ids: readonly string[]) => void;
}

/** @param choice the name under which it is remembered; left out: all are shown */
export function useShownColumns<Row>(
  columns: readonly Column<Row>[],
  choice: string | undefined,
): ShownColumns<Row> {
  const [in_address, change] = useFilter(IN_ADDRESS);
  const is_chosen = choice !== undefined;
  const remembered = is_chosen ? (localStorage.getItem(keyOf(choice)) ?? '') : '';
  const text = in_address === '' ? remembered : in_address;
  // A link to the page shows others the same columns.
  useEffect(() => {
    if (is_chosen && in_address === '' && remembered !== '') change(remembered);
  }, [is_chosen, in_address, remembered, change]);
  const hidden = is_chosen ? text.split(',').filter(Boolean) : [];
  return {
    shown: columns.filter(({ id }) => id === undefined || !hidden.includes(id)),
    hidden,
    hide: (ids) => {
      if (choice === undefined) return;
      if (ids.length === 0) localStorage.removeItem(keyOf(choice));
      else localStorage.setItem(keyOf(choice), ids.join(','));
      change(ids.join(','));
    },
  };
}

function keyOf(choice: string): string {
  return `ushirika.hidden_columns.${choice}`;
}

/** Keys that go through the rows of the lines, and where the focus goes after a decision. */
import { useEffect, useRef, type RefObject } from 'react';
import { keysAreTaken } from '../../../shell/shortcuts.tsx';

export interface LineKeys {
  /** Enter on a row. */
  onOpen: (line_id: string) => void;
  /** `a` within a row. */
  onAccept: (line_id: string) => void;
}

/** `j` and `k`, and within the rows the arrows, move the focus from row to row. */
export function useLineKeys(region: RefObject<HTMLElement | null>, keys: LineKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (keysAreTaken(event)) return;
      const rows = rowsIn(region);
      const current = rows.findIndex((row) => row.contains(document.activeElement));
      const row = rows[current];
      const step = stepOf(event.key, row !== undefined);
      if (step !== 0) {
        const next = row === undefined ? 0 : current + step;
        rows[Math.max(0, Math.min(next, rows.length - 1))]?.focus();
      } else if (event.key === 'Enter' && row !== undefined && event.target === row)
        latest.current.onOpen(idOf(row));
      else if (event.key === 'a' && row !== undefined) latest.current.onAccept(idOf(row));
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [region]);
}

function stepOf(key: string, is_in_rows: boolean): -1 | 0 | 1 {
  if (key === 'j' || (is_in_rows && key === 'ArrowDown')) return 1;
  return key === 'k' || (is_in_rows && key === 'ArrowUp') ? -1 : 0;
}

/**
 * Once the dialog of a decision is gone, the row of the next line has the focus; the page's heading, where there is none.
 * @param is_deciding a dialog is open
 * @returns sets that line; null: there is none
 */
export function useFocusAfter(
  region: RefObject<HTMLElement | null>,
  is_deciding: boolean,
): (line_id: string | null) => void {
  const wanted = useRef<string | null | undefined>(undefined);
  useEffect(() => {
    if (is_deciding || wanted.current === undefined) return;
    const row = rowsIn(region).find((each) => idOf(each) === wanted.current);
    (row ?? document.querySelector<HTMLElement>('main h1'))?.focus();
    wanted.current = undefined;
  }, [region, is_deciding]);
  return (line_id) => {
    wanted.current = line_id;
  };
}

function rowsIn(region: RefObject<HTMLElement | null>): HTMLElement[] {
  return [...(region.current?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])];
}

function idOf({ dataset }: HTMLElement): string {
  return dataset['row'] ?? '';
}

/** How high the rows of tables are: comfortable, or compact for those who compare many. Remembered in this browser. */
import { useSyncExternalStore } from 'react';

type Rows = 'comfortable' | 'compact';

const STORAGE_KEY = 'ushirika.rows';
const listeners = new Set<() => void>();

function currentRows(): Rows {
  return localStorage.getItem(STORAGE_KEY) === 'compact' ? 'compact' : 'comfortable';
}

/** The styles ask for it. */
export function showRows(): void {
  document.documentElement.dataset['rows'] = currentRows();
}

export function chooseRows(rows: Rows): void {
  localStorage.setItem(STORAGE_KEY, rows);
  showRows();
  for (const listener of listeners) listener();
}

export function useRows(): Rows {
  return useSyncExternalStore(subscribe, currentRows);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

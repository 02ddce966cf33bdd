/** Which project and environment the pages show; remembered in this browser. */
import { useSyncExternalStore } from 'react';

export type Environment = 'test' | 'live';

export interface Place {
  project_id: string | null;
  environment: Environment;
}

const STORAGE_KEY = 'ushirika.place';
const listeners = new Set<() => void>();
let current: Place = stored();

function stored(): Place {
  try {
    const { project_id, environment } = JSON.parse(
      localStorage.getItem(STORAGE_KEY) ?? '{}',
    ) as Partial<Place>;
    return { project_id: project_id ?? null, environment: environment === 'live' ? 'live' : 'test' };
  } catch {
    return { project_id: null, environment: 'test' };
  }
}

export function currentPlace(): Place {
  return current;
}

export function changePlace(change: Partial<Place>): void {
  current = { ...current, ...change };
  localStorage.setItem(STORAGE_KEY, JSON.stringify(current));
  for (const listener of listeners) listener();
}

export function usePlace(): Place {
  return useSyncExternalStore(subscribe, currentPlace);
}

/** The project shown, for the pages inside it; '' where there is none. */
export function useProjectId(): string {
  return usePlace().project_id ?? '';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

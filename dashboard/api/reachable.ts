/** Whether the service answers. The shell shows a banner while it does not. */
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let reachable = true;

export function setReachable(now: boolean): void {
  if (now === reachable) return;
  reachable = now;
  for (const listener of listeners) listener();
}

export function useReachable(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => reachable,
  );
}

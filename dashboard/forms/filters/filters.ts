/** Filters of a list live in the address, so that it can be sent to somebody and gone back to. */
import { useCallback } from 'react';
import { useSearchParams } from 'wouter';

/** @returns the filter's value, '' where there is none, and what changes it; other filters stay */
export function useFilter(name: string, usual = ''): [value: string, change: (value: string) => void] {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (value: string) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          if (value === usual) after.delete(name);
          else after.set(name, value);
          return after;
        },
        { replace: true },
      ),
    [name, usual, setParams],
  );
  return [params.get(name) ?? usual, change];
}

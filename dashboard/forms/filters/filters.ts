/** Filters of a list are part of the address, so that links and the back button keep them. */
import { useCallback } from 'react';
import { useSearchParams } from 'wouter';

/** @returns the filter's value, '' where there is none, and a function that changes it and keeps other filters */
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

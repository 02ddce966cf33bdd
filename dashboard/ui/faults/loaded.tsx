/** Renders what was read; until then that it loads, or the error and a button to try again. */
import type { ReactNode } from 'react';
import type { Reading } from '../../api/reads.ts';
import { Loading } from '../data-table.tsx';
import { ErrorAlert } from './error-alert.tsx';

export interface LoadedProps<T> {
  reading: Reading<T>;
  children: (data: T) => ReactNode;
}

export function Loaded<T>({ reading, children }: LoadedProps<T>): ReactNode {
  const { data, error, refetch } = reading;
  return (
    <>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {/* Earlier data stays, and with it what somebody has typed. */}
      {data === undefined ? !error && <Loading /> : children(data)}
    </>
  );
}

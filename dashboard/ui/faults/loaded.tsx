/** What is made of something that is read: until it is there that it loads, or why it cannot be read and a way to try again. */
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
      {/* What was read before stays, and with it what somebody has typed. */}
      {data === undefined ? !error && <Loading /> : children(data)}
    </>
  );
}

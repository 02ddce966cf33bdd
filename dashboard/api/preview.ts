/** Shows what a request would do, from a dry run of it. */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { UshirikaError } from '@ushirika/sdk/transport';
import { useMemo } from 'react';
import { usePlace } from '../session/place.ts';
import { call } from './client.ts';
import type { InputOf, PreviewOf } from './operations.ts';
import { readKey } from './reads.ts';

type PreviewId =
  | 'sacco.loans.apply'
  | 'sacco.dividends.declare'
  | 'reconciliation.runs.import'
  | 'sacco.notificationTemplates.put';

export interface Preview<T> {
  data: T | undefined;
  error: UshirikaError | null;
  is_loading: boolean;
  /** The data belongs to the current input. */
  is_current: boolean;
}

/** Pause after the last change, while somebody may still be typing. */
const PAUSE_MS = 300;

/**
 * Repeats the dry run whenever the input has changed. Nothing is stored.
 * @param input null: too little is filled in
 * @param key identifies the input in the cache, for an input that is long
 */
export function usePreview<Id extends PreviewId>(
  id: Id,
  input: InputOf<Id> | null,
  key: unknown = input,
): Preview<PreviewOf<Id>> {
  const place = usePlace();
  const text = JSON.stringify(key);
  const now = useMemo(() => ({ text, input }), [text]);
  const [asked] = useDebouncedValue(now, PAUSE_MS);
  const { data, error, isFetching, isLoading } = useQuery<PreviewOf<Id>, UshirikaError>({
    queryKey: [...readKey(place, id, asked.text), 'dry run'],
    queryFn: async ({ signal }) =>
      (await call(id, { ...asked.input, dry_run: true } as InputOf<Id>, { signal })).data as PreviewOf<Id>,
    enabled: asked.input !== null,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
  return { data, error, is_loading: isLoading, is_current: text === asked.text && !isFetching };
}

/** Reading from the API: one resource, or a list page by page. Results belong to the project and environment shown. */
import {
  QueryClient,
  replaceEqualDeep,
  useInfiniteQuery,
  useQuery,
  type UseInfiniteQueryResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { UshirikaError } from '@ushirika/sdk/transport';
import { ROUTES, type OperationId } from '../generated/operations.ts';
import { currentPlace, usePlace, type Place } from '../session/place.ts';
import { call, isUnreachable } from './client.ts';
import { countPages, joinPages, type Pages as PagesOf } from './join-pages.rules.ts';
import type { AnswerOf, InputOf, ListId, RowOf } from './operations.ts';

const LONGEST_WAIT_MS = 8_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Until the service can be reached again, which the banner reports; a refusal is final.
      retry: (_count, error) => isUnreachable(error),
      retryDelay: (count) => Math.min(500 * 2 ** count, LONGEST_WAIT_MS),
      staleTime: 5_000,
      // In another tab somebody may have booked something a moment ago.
      refetchOnWindowFocus: 'always',
      networkMode: 'always',
    },
  },
});

/** The state of something that is read. */
export interface Reading<T> {
  data: T | undefined;
  error: UshirikaError | null;
  refetch: () => unknown;
}

export interface ReadOptions<T = unknown> {
  /** Not asked while false; what was read before stays. */
  enabled?: boolean;
  /** Read repeatedly while the page is visible; a function may stop that once the last answer is final. */
  every_ms?: number | ((last: T | undefined) => number | false);
}

/** @param input null: not asked yet */
export function useRead<Id extends OperationId>(
  id: Id,
  input: InputOf<Id> | null,
  { enabled = true, every_ms }: ReadOptions<AnswerOf<Id>> = {},
): UseQueryResult<AnswerOf<Id>, UshirikaError> {
  const place = usePlace();
  return useQuery<AnswerOf<Id>, UshirikaError>({
    queryKey: readKey(place, id, input),
    queryFn: async ({ signal }) => (await call(id, input ?? {}, { signal })).data,
    enabled: enabled && input !== null,
    refetchInterval:
      typeof every_ms === 'function' ? ({ state }) => every_ms(state.data) : (every_ms ?? false),
  });
}

/** Reads once, from the cache where that is fresh. @throws UshirikaError */
export function readNow<Id extends OperationId>(id: Id, input: InputOf<Id>): Promise<AnswerOf<Id>> {
  return queryClient.fetchQuery({
    queryKey: readKey(currentPlace(), id, input),
    queryFn: async ({ signal }) => (await call(id, input, { signal })).data,
  });
}

/** The state of a list beside its rows. */
export interface ListState {
  /** Nothing has been answered yet. */
  is_loading: boolean;
  error: UshirikaError | null;
  /** Reads it again. */
  retry: () => void;
  has_more: boolean;
  is_loading_more: boolean;
  loadMore: () => void;
  pages_read: number;
}

/** What a list was asked for: its operation, and its filters. */
export interface ListSource {
  id: ListId;
  input: InputOf<ListId>;
  every_ms?: number;
}

/** What orders the rows, as the API names it, and how that is changed. */
export interface Sorting {
  /** `full_name`, or `-full_name` where it is descending. */
  sort: string;
  change: (sort: string) => void;
}

export interface List<T> extends ListState {
  items: T[];
  /** Null: not asked yet, or of rows that are no list of the API. */
  source: ListSource | null;
  /** Left out: it has one order. */
  sorting?: Sorting;
}

export interface ListOptions extends ReadOptions {
  every_ms?: number;
}

/** @param input null: not asked yet */
export function useList<Id extends ListId>(
  id: Id,
  input: InputOf<Id> | null,
  options: ListOptions = {},
): List<RowOf<Id>> {
  const { pages, ...state } = usePages(id, input, options);
  const { page = '' } = ROUTES[id];
  const items = pages.flatMap((answer) => (answer as Record<string, unknown>)[page] as RowOf<Id>[]);
  const { every_ms } = options;
  const source = input && { id, input, ...(every_ms === undefined ? {} : { every_ms }) };
  return { items, source, ...state };
}

/** All rows of the list as CSV, also those that are not loaded. @throws UshirikaError */
export async function csvOfList({ id, input }: ListSource): Promise<string> {
  return (await call(id, input, { accept: 'text/csv' })).text;
}

/**
 * An answer in several pages, also one that holds more than one list. Those of one list are joined as they are read: whoever has read
 * far and returns to the tab reads it again with one request.
 */
export function usePages<Id extends OperationId>(
  id: Id,
  input: InputOf<Id> | null,
  { enabled = true, every_ms }: ListOptions = {},
): ListState & { pages: AnswerOf<Id>[]; read_at_ms: number } {
  type Pages = PagesOf<AnswerOf<Id>>;
  const place = usePlace();
  const shape = { rows: ROUTES[id].page, limit: (input as { limit?: number } | null)?.limit };
  const result: UseInfiniteQueryResult<Pages, UshirikaError> = useInfiniteQuery({
    queryKey: [...readKey(place, id, input), 'pages'],
    queryFn: async ({ pageParam, signal }) =>
      (await call(id, { ...input, ...pageParam } as InputOf<Id>, { signal })).data,
    initialPageParam: {},
    getNextPageParam: (last) => {
      const after = (last as { next_after?: string | null }).next_after;
      return after ? { after } : undefined;
    },
    // Of what is kept: rows that are as they were stay the same objects.
    structuralSharing: (before, read) => replaceEqualDeep(before, joinPages(read as Pages, shape)),
    enabled: enabled && input !== null,
    ...(every_ms === undefined ? {} : { refetchInterval: every_ms }),
  });
  return {
    pages: result.data?.pages ?? [],
    read_at_ms: result.dataUpdatedAt,
    is_loading: result.isLoading,
    error: result.error,
    retry: () => void result.refetch(),
    has_more: result.hasNextPage,
    is_loading_more: result.isFetchingNextPage,
    loadMore: () => void result.fetchNextPage(),
    pages_read: result.data ? countPages(result.data, shape) : 0,
  };
}

/** Shows the row of a list immediately where it is opened, until its own page has read it. */
export function showMeanwhile<Id extends OperationId>(id: Id, input: InputOf<Id>, data: AnswerOf<Id>): void {
  queryClient.setQueryData(readKey(currentPlace(), id, input), data, { updatedAt: 0 });
}

/** The key in the cache. */
export function readKey(place: Place, id: OperationId, input: unknown): readonly unknown[] {
  return [place.project_id, place.environment, id, input];
}

/** Reads everything shown again: a movement changes figures on many pages. */
export function refreshAll(): Promise<void> {
  return queryClient.invalidateQueries();
}

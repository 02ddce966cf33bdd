/** Reading from the API: one resource, or a list page by page. Results belong to the project and environment shown. */
import {
  QueryClient,
  useInfiniteQuery,
  useQuery,
  type UseInfiniteQueryResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { UshirikaError } from '@ushirika/sdk/transport';
import { currentPlace, usePlace, type Place } from '../session/place.ts';
import { call, isUnreachable } from './client.ts';

export type Query = Readonly<Record<string, string | number | undefined>>;

const LONGEST_WAIT_MS = 8_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Until the service can be reached again, which the banner tells of; a refusal is final.
      retry: (_count, error) => isUnreachable(error),
      retryDelay: (count) => Math.min(500 * 2 ** count, LONGEST_WAIT_MS),
      staleTime: 5_000,
      networkMode: 'always',
    },
  },
});

/** What is known of something that is read. */
export interface Reading<T> {
  data: T | undefined;
  error: UshirikaError | null;
  refetch: () => unknown;
}

export interface ReadOptions<T = unknown> {
  query?: Query | undefined;
  /** Not asked while false. */
  enabled?: boolean;
  /** Asked again and again while the page is visible; by a function as long as what was read last is not final. */
  every_ms?: number | ((last: T | undefined) => number | false);
}

/** @param path with its leading slash; null: not asked yet */
export function useRead<T>(
  path: string | null,
  { query = {}, enabled = true, every_ms }: ReadOptions<T> = {},
): UseQueryResult<T, UshirikaError> {
  const place = usePlace();
  return useQuery<T, UshirikaError>({
    queryKey: readKey(place, path ?? '', query),
    queryFn: async ({ signal }) => (await call<T>('GET', path ?? '', { query, signal })).data,
    enabled: enabled && path !== null,
    refetchInterval:
      typeof every_ms === 'function' ? ({ state }) => every_ms(state.data) : (every_ms ?? false),
  });
}

export interface List<T> {
  items: T[];
  /** Nothing has been answered yet. */
  is_loading: boolean;
  error: UshirikaError | null;
  /** Reads it anew. */
  retry: () => void;
  has_more: boolean;
  is_loading_more: boolean;
  loadMore: () => void;
}

export interface ListOptions extends Omit<ReadOptions, 'every_ms'> {
  every_ms?: number;
}

/** @param plural the name of the list in the answer: `members` */
export function useList<T>(path: string | null, plural: string, options: ListOptions = {}): List<T> {
  const { query = {}, enabled = true, every_ms } = options;
  const place = usePlace();
  const result: UseInfiniteQueryResult<{ pages: ListPage[] }, UshirikaError> = useInfiniteQuery({
    queryKey: readKey(place, path ?? '', { ...query, list: plural }),
    queryFn: async ({ pageParam, signal }) => {
      const page: Query = pageParam === undefined ? query : { ...query, after: pageParam };
      return (await call<ListPage>('GET', path ?? '', { query: page, signal })).data;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: ListPage) => last.next_after ?? undefined,
    enabled: enabled && path !== null,
    ...(every_ms === undefined ? {} : { refetchInterval: every_ms }),
  });
  return {
    items: result.data?.pages.flatMap((page) => (page[plural] as T[] | undefined) ?? []) ?? [],
    is_loading: result.isLoading,
    error: result.error,
    retry: () => void result.refetch(),
    has_more: result.hasNextPage,
    is_loading_more: result.isFetchingNextPage,
    loadMore: () => void result.fetchNextPage(),
  };
}

type ListPage = Record<string, unknown> & { next_after?: string | null };

/** What a list has told of a thing is shown at once where the thing is opened, and read anew. */
export function showMeanwhile(path: string, data: object): void {
  queryClient.setQueryData(readKey(currentPlace(), path, {}), data, { updatedAt: 0 });
}

function readKey(place: Place, path: string, query: Query): readonly unknown[] {
  return [place.project_id, place.environment, path, query];
}

/** Reads anew whatever is shown: after a movement figures change on many pages. */
export function refreshAll(): Promise<void> {
  return queryClient.invalidateQueries();
}

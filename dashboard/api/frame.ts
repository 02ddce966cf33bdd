/**
 * Who is signed in and the rules of the cooperative, kept in this tab with the session: a page for work without a network, when it
 * is loaded again, begins with them until the service can be asked.
 */
import type { OperationId } from '../generated/operations.ts';
import { currentSession, FRAME_KEY } from '../session/session.ts';
import { queryClient } from './reads.ts';

const KEPT: ReadonlySet<unknown> = new Set<OperationId>([
  'auth.me',
  'sacco.settings.get',
  'projects.testClock.get',
]);

/** The pages that open without a network. */
const OFFLINE_PAGES = '/collections';

type Kept = [key: readonly unknown[], data: unknown];

/** Called before the first page is shown. */
export function keepFrame(): void {
  restore();
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && isKept(event.query.queryKey)) store();
  });
}

/** The third part of a key is the operation. */
function isKept(key: readonly unknown[]): boolean {
  return KEPT.has(key[2]);
}

function store(): void {
  if (!currentSession()) return;
  const kept = queryClient
    .getQueryCache()
    .getAll()
    .filter(({ queryKey, state }) => isKept(queryKey) && state.data !== undefined)
    .map(({ queryKey, state }): Kept => [queryKey, state.data]);
  sessionStorage.setItem(FRAME_KEY, JSON.stringify(kept));
}

/** What is old is read again immediately. */
function restore(): void {
  const text = sessionStorage.getItem(FRAME_KEY);
  if (text === null || !currentSession() || !window.location.pathname.startsWith(OFFLINE_PAGES)) return;
  for (const [key, data] of JSON.parse(text) as Kept[]) queryClient.setQueryData(key, data, { updatedAt: 1 });
}

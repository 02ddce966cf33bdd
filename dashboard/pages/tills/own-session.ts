/** The session of whoever is signed in. */
import { useList } from '../../api/reads.ts';
import type { TillSession } from '../../generated/wire.ts';

const LIVE = new Set<string>(['opening', 'open', 'closing']);

export function isLive({ status }: Pick<TillSession, 'status'>): boolean {
  return LIVE.has(status);
}

/** @returns none where the person's last session has ended */
export function useOwnSession(): { session: TillSession | undefined; is_loading: boolean } {
  const { items, is_loading } = useList('sacco.tillSessions.list', { teller: 'me', limit: 1 });
  return { session: items.find(isLive), is_loading };
}

/**
 * The loans of which something is late or due today, page by page. What was read last is kept on this device, so that it is shown
 * where the service cannot be reached.
 */
import { useEffect, useState } from 'react';
import { usePages, type ListState } from '../../api/reads.ts';
import { keepList, readKeptList, type KeptList, type SheetLoan } from './device.ts';
import type { Owner } from './queue.rules.ts';

const PER_PAGE = 500;
/** More than anybody visits in a day: these are read at once, and kept. */
const AT_ONCE = 1_000;

export interface Sheet extends ListState {
  loans: readonly SheetLoan[];
  /** When it was read; null while nothing is. */
  read_at_ms: number | null;
}

/** @param is_own only the loans that the person looks after */
export function useSheet(owner: Owner | null, is_own: boolean): Sheet {
  const officer_user_id = is_own ? owner?.user_id : undefined;
  const { pages, read_at_ms, ...state } = usePages(
    'sacco.reports.collectionSheet',
    owner && { officer_user_id, limit: PER_PAGE },
  );
  const { has_more, is_loading_more, loadMore } = state;
  const read_now = pages.length > 0;
  const loans = pages.flatMap((page) => page.loans);
  const reads_on = has_more && loans.length < AT_ONCE;
  useEffect(() => {
    if (reads_on && !is_loading_more) loadMore();
  }, [reads_on, is_loading_more, loadMore]);

  const kept = useKeptList(owner);
  useEffect(() => {
    if (!owner || !read_now || reads_on) return;
    // A device without room shows the list all the same.
    void keepList({ ...owner, is_own, read_at_ms, loans: loans.slice(0, AT_ONCE) }).catch(() => undefined);
  }, [owner, is_own, read_now, reads_on, read_at_ms]);

  if (read_now) return { ...state, loans, read_at_ms };
  if (kept?.is_own !== is_own) return { ...state, loans: [], read_at_ms: null };
  return { ...state, is_loading: false, loans: kept.loans, read_at_ms: kept.read_at_ms };
}

/** As it was when the page was opened. */
function useKeptList(owner: Owner | null): KeptList | undefined {
  const [kept, setKept] = useState<KeptList>();
  useEffect(() => {
    if (!owner) return undefined;
    let is_over = false;
    setKept(undefined);
    void readKeptList(owner)
      .then((list) => !is_over && setKept(list))
      .catch(() => undefined);
    return () => {
      is_over = true;
    };
  }, [owner]);
  return kept;
}

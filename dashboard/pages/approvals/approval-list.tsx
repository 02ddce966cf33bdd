/** Requests one under the other, through which `j` and `k` go; after a decision the next one has the focus. */
import { Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { InputOf } from '../../api/operations.ts';
import { useList } from '../../api/reads.ts';
import type { Approval } from '../../generated/wire.ts';
import { keysAreTaken } from '../../shell/shortcuts.tsx';
import { Loading } from '../../ui/data-table.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { useWords } from '../../words.ts';
import { ApprovalArticle } from './approval-article.tsx';
import { keepRows } from './keep-rows.rules.ts';
import { REFRESH_EVERY_MS } from './refresh.ts';

export interface ApprovalListProps {
  input: InputOf<'approvals.list'>;
  /** What is decided leaves the list. */
  onlyPending: boolean;
  onDecided: (approval_id: string) => void;
}

export function ApprovalList({ input, onlyPending, onDecided }: ApprovalListProps): ReactNode {
  const { t } = useWords();
  const region = useRef<HTMLDivElement>(null);
  const list = useList('approvals.list', input, { every_ms: REFRESH_EVERY_MS });
  // The list is read again after a decision; until then it still holds the decided request.
  const [decided_ids, setDecidedIds] = useState<ReadonlySet<string>>(new Set());
  const [deciding_ids, setDeciding] = useDeciding();
  // A request stays visible while its decision is under way.
  const rows = useRef<readonly Approval[]>([]);
  rows.current = keepRows(list.items, rows.current, deciding_ids);
  const items = onlyPending ? rows.current.filter(({ id }) => !decided_ids.has(id)) : rows.current;
  useArticleKeys(region);
  const focusOn = useFocusAfter(region, decided_ids);

  const decided = (approval: Approval): void => {
    const index = items.findIndex(({ id }) => id === approval.id);
    const next = onlyPending ? (items[index + 1] ?? items[index - 1]) : approval;
    focusOn(next?.id ?? null);
    setDecidedIds(new Set([...decided_ids, approval.id]));
    onDecided(approval.id);
  };

  if (list.is_loading) return <Loading />;
  return (
    <Stack ref={region} gap="md">
      <ErrorAlert error={list.error} />
      {items.length === 0 && !list.error && (
        <Text c="dimmed" className="empty">
          {t('list.empty')}
        </Text>
      )}
      {items.map((approval) => (
        <ApprovalArticle
          key={approval.id}
          approval={approval}
          isDeciding={deciding_ids.has(approval.id)}
          onDeciding={(is_deciding) => setDeciding(approval.id, is_deciding)}
          onDecided={() => decided(approval)}
        />
      ))}
      <LoadMore list={list} />
    </Stack>
  );
}

/** The requests whose decision is under way. */
function useDeciding(): [ids: ReadonlySet<string>, change: (id: string, is_under_way: boolean) => void] {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const change = (id: string, is_under_way: boolean): void =>
    setIds((before) => {
      const others = [...before].filter((each) => each !== id);
      return new Set(is_under_way ? [...others, id] : others);
    });
  return [ids, change];
}

/** `j` and `k` move the focus from one article to the next or the previous one. */
function useArticleKeys(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (keysAreTaken(event) || (event.key !== 'j' && event.key !== 'k')) return;
      const articles = [...(region.current?.querySelectorAll('article') ?? [])];
      const current = articles.findIndex((article) => article.contains(document.activeElement));
      const next = current === -1 ? 0 : current + (event.key === 'j' ? 1 : -1);
      articles[Math.max(0, Math.min(next, articles.length - 1))]?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [region]);
}

/** @returns sets the article that gets the focus once the decided request is gone; null: the heading of the page */
function useFocusAfter(
  region: RefObject<HTMLElement | null>,
  decided_ids: ReadonlySet<string>,
): (id: string | null) => void {
  const wanted = useRef<string | null | undefined>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const article = [...(region.current?.querySelectorAll('article') ?? [])].find(
      ({ dataset }) => dataset['approval'] === wanted.current,
    );
    (article ?? document.querySelector('h1'))?.focus();
    wanted.current = undefined;
  }, [region, decided_ids]);
  return (id) => {
    wanted.current = id;
  };
}

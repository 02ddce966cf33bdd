/** Requests: on a wide screen the queue is on the left, and each request in full on the right; else one below the other. */
import { Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import type { InputOf } from '../../api/operations.ts';
import { useList } from '../../api/reads.ts';
import type { Approval } from '../../generated/wire.ts';
import { Loading } from '../../ui/data-table.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { useWords } from '../../words.ts';
import { ApprovalArticle } from './approval-article.tsx';
import { articleOf, focusArticle, useArticleKeys, useFocusAfter } from './article-focus.ts';
import { BatchBar } from './batch/batch-bar.tsx';
import { BatchDialog } from './batch/batch-dialog.tsx';
import { useChoice } from './batch/use-choice.ts';
import { useOpening } from './batch/use-opening.ts';
import { keepRows } from './keep-rows.rules.ts';
import { Queue } from './queue.tsx';
import { REFRESH_EVERY_MS } from './refresh.ts';
import './approvals.css';

export interface ApprovalListProps {
  input: InputOf<'approvals.list'>;
  /** What is decided leaves the list, and several can be decided together. */
  onlyPending: boolean;
  /** The outcome of the last decision. */
  notice: ReactNode;
  onDecided: (approval_id: string) => void;
}

const NONE: readonly Approval[] = [];

export function ApprovalList({ input, onlyPending, notice, onDecided }: ApprovalListProps): ReactNode {
  const { t } = useWords();
  const region = useRef<HTMLDivElement>(null);
  const is_wide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false });
  const list = useList('approvals.list', input, { every_ms: REFRESH_EVERY_MS });
  // The list is read again after a decision; until then it still holds the decided request.
  const [decided_ids, setDecidedIds] = useState<ReadonlySet<string>>(new Set());
  const [deciding_ids, setDeciding] = useDeciding();
  // A request stays visible while its decision is under way.
  const rows = useRef<readonly Approval[]>([]);
  rows.current = keepRows(list.items, rows.current, deciding_ids);
  const items = onlyPending ? rows.current.filter(({ id }) => !decided_ids.has(id)) : rows.current;
  const shown = useRef(items);
  shown.current = items;
  const choice = useChoice(onlyPending ? items : NONE);
  const opening = useOpening(choice.chosen);
  useArticleKeys(region);
  const focusOn = useFocusAfter(region, decided_ids);

  const decided = useCallback(
    (approvals: readonly Approval[]): void => {
      const ids = new Set(approvals.map(({ id }) => id));
      // Of a batch the list may have been read again meanwhile: then it begins at its first.
      const index = Math.max(
        0,
        shown.current.findIndex(({ id }) => ids.has(id)),
      );
      const after = [...shown.current.slice(index), ...shown.current.slice(0, index).toReversed()];
      const next = onlyPending ? after.find(({ id }) => !ids.has(id)) : approvals[0];
      focusOn(next?.id ?? null);
      setDecidedIds((before) => new Set([...before, ...ids]));
    },
    [focusOn, onlyPending],
  );
  const decidedOne = useCallback(
    (approval: Approval) => {
      decided([approval]);
      onDecided(approval.id);
    },
    [decided, onDecided],
  );
  const go = useCallback((id: string) => {
    const article = articleOf(region, id);
    if (article) focusArticle(article);
  }, []);

  const bar = <BatchBar choice={choice} isReading={opening.is_reading} onOpen={opening.open} />;
  const more = <LoadMore list={list} />;
  return (
    <div ref={region} className={is_wide ? 'approvals-wide' : undefined}>
      {is_wide && items.length > 0 && (
        <Queue
          region={region}
          items={items}
          choice={onlyPending && choice.is_offered ? choice : null}
          onGo={go}
          head={bar}
          foot={more}
        />
      )}
      <Stack gap="md" className="approvals-stream">
        {notice}
        {!is_wide && bar}
        {list.is_loading ? <Loading /> : <ErrorAlert error={list.error} />}
        {items.length === 0 && !list.is_loading && !list.error && (
          <Text c="dimmed" className="empty">
            {t('list.empty')}
          </Text>
        )}
        {items.map((approval) => (
          <ApprovalArticle
            key={approval.id}
            approval={approval}
            isDeciding={deciding_ids.has(approval.id)}
            isChosen={choice.isChosen(approval)}
            hasBox={onlyPending && !is_wide && choice.isChosen(approval) !== null}
            onToggle={choice.toggle}
            onDeciding={setDeciding}
            onDecided={decidedOne}
          />
        ))}
        {!is_wide && more}
      </Stack>
      {opening.requests && (
        <BatchDialog
          requests={opening.requests}
          onClose={(approvals) => {
            opening.close();
            if (approvals.length > 0) decided(approvals);
          }}
        />
      )}
    </div>
  );
}

/** The requests whose decision is under way. */
function useDeciding(): [ids: ReadonlySet<string>, change: (id: string, is_under_way: boolean) => void] {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const change = useCallback(
    (id: string, is_under_way: boolean): void =>
      setIds((before) => {
        // Told by each article when it is shown: nothing changes then.
        if (before.has(id) === is_under_way) return before;
        const others = [...before].filter((each) => each !== id);
        return new Set(is_under_way ? [...others, id] : others);
      }),
    [],
  );
  return [ids, change];
}

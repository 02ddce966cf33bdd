/** The requests in short, beside those that are read: where one stands, and which are chosen. */
import { Checkbox, UnstyledButton } from '@mantine/core';
import { memo, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { Approval } from '../../generated/wire.ts';
import { Money } from '../../money/money.tsx';
import { Age } from '../../ui/moment.tsx';
import { Status } from '../../ui/status.tsx';
import { useWords } from '../../words.ts';
import { movesMoney } from './batch/lines.rules.ts';
import type { RequestChoice } from './batch/use-choice.ts';
import { useApprovalHeading } from './heading.ts';

export interface QueueProps {
  /** Holds the queue and the articles. */
  region: RefObject<HTMLElement | null>;
  items: readonly Approval[];
  /** Null where nothing is decided together. */
  choice: RequestChoice | null;
  onGo: (approval_id: string) => void;
  /** Above the rows. */
  head: ReactNode;
  /** Below the rows. */
  foot: ReactNode;
}

export function Queue({ region, items, choice, onGo, head, foot }: QueueProps): ReactNode {
  const { t } = useWords();
  const focused_id = useCurrent(region);
  const current_id = items.some(({ id }) => id === focused_id) ? focused_id : items[0]?.id;
  const rows = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const row = rows.current?.querySelector<HTMLElement>('[aria-current]');
    if (rows.current && row) keepInSight(rows.current, row);
  }, [current_id]);
  return (
    <section aria-label={t('approvals.queue')} className="queue no-print">
      {head}
      <ol ref={rows} className="plain-list queue-rows">
        {items.map((approval) => (
          <QueueRow
            key={approval.id}
            approval={approval}
            isCurrent={approval.id === current_id}
            isChosen={choice?.isChosen(approval)}
            onToggle={choice?.toggle}
            onGo={onGo}
          />
        ))}
      </ol>
      {foot}
    </section>
  );
}

interface QueueRowProps {
  approval: Approval;
  isCurrent: boolean;
  /** Null where it cannot be chosen; undefined where nothing is chosen. */
  isChosen: boolean | null | undefined;
  onToggle: ((approval_id: string) => void) | undefined;
  onGo: (approval_id: string) => void;
}

const QueueRow = memo(function QueueRow(props: QueueRowProps): ReactNode {
  const { approval, isCurrent, isChosen, onToggle, onGo } = props;
  const { word } = useWords();
  const { id, kind, member, amount_minor, currency, requested_by, requested_at, status } = approval;
  return (
    <li className="queue-row" data-approval={id}>
      {isChosen !== undefined && onToggle && (
        <ChooseBox approval={approval} isChosen={isChosen} onToggle={onToggle} />
      )}
      <UnstyledButton
        className="queue-request"
        aria-current={isCurrent || undefined}
        onClick={() => onGo(id)}
      >
        <span className="queue-line">
          <strong>{word('kind', kind)}</strong>
          {currency !== null && movesMoney(approval) && <Money minor={amount_minor} currency={currency} />}
        </span>
        {member && <span className="queue-line">{member.full_name}</span>}
        <span className="queue-line aside">
          <span>{requested_by.name}</span>
          {status === 'pending' ? <Age at={requested_at} /> : <Status status={status} />}
        </span>
      </UnstyledButton>
    </li>
  );
});

export interface ChooseBoxProps {
  approval: Approval;
  isChosen: boolean | null;
  onToggle: (approval_id: string) => void;
}

export function ChooseBox({ approval, isChosen, onToggle }: ChooseBoxProps): ReactNode {
  const { t } = useWords();
  const headingOf = useApprovalHeading();
  return (
    <Checkbox
      aria-label={t('approvals.choose', { what: headingOf(approval) })}
      checked={isChosen === true}
      disabled={isChosen === null}
      onChange={() => onToggle(approval.id)}
    />
  );
}

/** The request that has, or had last, the focus. */
function useCurrent(region: RefObject<HTMLElement | null>): string | undefined {
  const [id, setId] = useState<string>();
  useEffect(() => {
    const element = region.current;
    const onFocus = ({ target }: FocusEvent): void => {
      const article = target instanceof Element ? target.closest('article') : null;
      if (article) setId(article.dataset['approval']);
    };
    element?.addEventListener('focusin', onFocus);
    return () => element?.removeEventListener('focusin', onFocus);
  }, [region]);
  return id;
}

/** Scrolls the rows alone, never the page. */
function keepInSight(rows: HTMLElement, row: HTMLElement): void {
  const { top, bottom } = rows.getBoundingClientRect();
  const of_row = row.getBoundingClientRect();
  if (of_row.top < top) rows.scrollTop -= top - of_row.top;
  else if (of_row.bottom > bottom) rows.scrollTop += of_row.bottom - bottom;
}

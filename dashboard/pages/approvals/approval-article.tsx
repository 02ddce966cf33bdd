/** One request: who requested it, for whom, how much and why, what it would do, and the decision. */
import { Card, Group, Skeleton, Stack, Title, UnstyledButton } from '@mantine/core';
import { memo, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useRead } from '../../api/reads.ts';
import type { Approval, ApprovalDetails } from '../../generated/wire.ts';
import { Money } from '../../money/money.tsx';
import { keysAreTaken } from '../../shell/shortcuts.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { Facts, type Fact } from '../../ui/facts.tsx';
import { Age, Moment } from '../../ui/moment.tsx';
import { Status } from '../../ui/status.tsx';
import { useVisible } from '../../ui/use-visible.ts';
import { useWords } from '../../words.ts';
import { movesMoney } from './batch/lines.rules.ts';
import { DecisionForm, type DecisionFormHandle } from './decision-form.tsx';
import { useRights } from './decisions.ts';
import { EffectTable } from './effect-table.tsx';
import { useApprovalHeading } from './heading.ts';
import { ChooseBox } from './queue.tsx';
import { REFRESH_EVERY_MS } from './refresh.ts';
import { Undo } from './undo.tsx';

export interface ApprovalArticleProps {
  approval: Approval;
  /** A decision is under way: until it is answered, the article does not change. */
  isDeciding: boolean;
  /** Of those that are decided together; null where it cannot be chosen. */
  isChosen: boolean | null;
  /** It has the box that chooses it: nothing else has. */
  hasBox: boolean;
  onToggle: (approval_id: string) => void;
  onDeciding: (approval_id: string, is_deciding: boolean) => void;
  onDecided: (approval: Approval) => void;
}

/** Most of a long list stays as it is while one of it is decided. */
export const ApprovalArticle = memo(function ApprovalArticle(props: ApprovalArticleProps): ReactNode {
  const { approval: listed, isDeciding, isChosen, hasBox, onToggle, onDeciding, onDecided } = props;
  const { t } = useWords();
  const heading = useId();
  const article = useRef<HTMLElement>(null);
  const form = useRef<DecisionFormHandle>(null);
  const [shows_more, setShowsMore] = useState(false);
  const is_visible = useVisible(article);
  const read = useRead(
    'approvals.get',
    { approval: listed.id },
    { enabled: listed.status === 'pending' && is_visible, every_ms: REFRESH_EVERY_MS },
  );
  // A decided request is not read any more: its earlier details are out of date.
  const shown = useRef<ApprovalDetails | undefined>(undefined);
  if (!isDeciding) shown.current = listed.status === 'pending' ? read.data : undefined;
  const details = shown.current;
  const approval = details ?? listed;
  const is_pending = approval.status === 'pending';
  const rights = useRights(listed, details);
  const headingOf = useApprovalHeading();

  const onKey = (event: KeyboardEvent): void => {
    if (keysAreTaken(event.nativeEvent)) return;
    if (event.key === 'a') form.current?.approve();
    else if (event.key === 'r') form.current?.reject();
    else if (event.key === 'x') onToggle(listed.id);
    else if (event.key === 'Enter' && event.target === article.current) setShowsMore(!shows_more);
    else return;
    event.preventDefault();
  };

  return (
    <Card
      component="article"
      ref={article}
      aria-labelledby={heading}
      tabIndex={-1}
      data-approval={approval.id}
      onKeyDown={onKey}
      withBorder
      padding="md"
      className="panel approval"
    >
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap" className="approval-head">
          <Group gap="sm" align="flex-start" wrap="nowrap">
            {hasBox && <ChooseBox approval={listed} isChosen={isChosen} onToggle={onToggle} />}
            <Title order={2} size="h4" id={heading} className="approval-summary">
              {headingOf(approval)}
            </Title>
          </Group>
          <Group gap="xs" wrap="nowrap" className="approval-age">
            {!is_pending && <Status status={approval.status} />}
            <Age at={approval.requested_at} />
          </Group>
        </Group>
        <ApprovalFacts approval={approval} />
        {is_pending && details?.effect && (
          <EffectTable effect={details.effect} currency={approval.currency} />
        )}
        {is_pending && !details && !read.error && <Skeleton height={72} />}
        {read.error && <ErrorAlert error={read.error} />}
        <div>
          <UnstyledButton
            className="disclosure"
            aria-expanded={shows_more}
            onClick={() => setShowsMore(!shows_more)}
          >
            {t('approvals.details')}
          </UnstyledButton>
          {shows_more && <MoreFacts approval={approval} />}
        </div>
        {is_pending && (
          <DecisionForm
            ref={form}
            approval={listed}
            details={details}
            rights={rights}
            onDeciding={(is_deciding) => onDeciding(listed.id, is_deciding)}
            onDecided={() => onDecided(listed)}
          />
        )}
        {approval.status === 'approved' && approval.entry_id !== null && (
          <Undo entryId={approval.entry_id} isVisible={is_visible} />
        )}
      </Stack>
    </Card>
  );
});

/** Requests about the lines of a file, and the page that shows them. */
const OF_FILES = new Map([
  ['import', '/imports'],
  ['batch', '/batches'],
]);

function ApprovalFacts({ approval }: { approval: Approval }): ReactNode {
  const { t, word } = useWords();
  const { subject, member, memo, decided_by, decided_at, note, status } = approval;
  const page_of_file = OF_FILES.get(subject.type);
  const facts: Fact[] = [
    [
      t('approvals.amount'),
      approval.currency !== null && movesMoney(approval) ? (
        <Money key="amount" minor={approval.amount_minor} currency={approval.currency} />
      ) : undefined,
    ],
    [t('approvals.requested_by'), approval.requested_by.name],
    [
      t('approvals.for'),
      member ? (
        <Link href={`/members/${member.id}`}>
          {member.full_name} · {member.member_no}
        </Link>
      ) : undefined,
    ],
    [t('movement.memo'), memo ?? undefined],
    [
      t('files.file'),
      page_of_file === undefined ? undefined : (
        <Link href={`${page_of_file}/${subject.id}`}>{word('kind', approval.kind)}</Link>
      ),
    ],
    [
      status === 'cancelled' ? t('approvals.cancelled_by') : t('approvals.decided_by'),
      decided_by && decided_at ? (
        <>
          {decided_by.name}, <Age at={decided_at} />
        </>
      ) : undefined,
    ],
    [t('approvals.note'), note ?? undefined],
  ];
  return <Facts facts={facts} />;
}

/** Details that few need: exact times, and links to the subject. */
function MoreFacts({ approval }: { approval: Approval }): ReactNode {
  const { t, word } = useWords();
  const { entry_id, loan_id, dividend_id, savings_interest_id, decided_at } = approval;
  const facts: Fact[] = [
    [t('approvals.kind'), word('kind', approval.kind)],
    [t('approvals.requested_at'), <Moment key="requested" at={approval.requested_at} />],
    [t('approvals.decided_at'), decided_at ? <Moment key="decided" at={decided_at} /> : undefined],
    [
      t('approvals.movement'),
      entry_id ? <Link href={`/entries/${entry_id}`}>{word('kind', approval.kind)}</Link> : undefined,
    ],
    [
      t('approvals.statement'),
      approval.subject.type === 'run' ? (
        <Link href={`/reconciliation/${approval.subject.id}`}>{approval.subject.id}</Link>
      ) : undefined,
    ],
    [
      t('approvals.payout'),
      approval.subject.type === 'payout' ? (
        <Link href={`/payouts/${approval.subject.id}`}>{approval.subject.id}</Link>
      ) : undefined,
    ],
    [t('approvals.loan'), loan_id ? <Link href={`/loans/${loan_id}`}>{loan_id}</Link> : undefined],
    [
      t('approvals.dividend'),
      dividend_id ? <Link href={`/dividends/${dividend_id}`}>{dividend_id}</Link> : undefined,
    ],
    [
      t('approvals.interest'),
      savings_interest_id ? (
        <Link href={`/interest/${savings_interest_id}`}>{savings_interest_id}</Link>
      ) : undefined,
    ],
    [t('approvals.id'), approval.id],
  ];
  return (
    <div className="more-facts">
      <Facts facts={facts} />
    </div>
  );
}

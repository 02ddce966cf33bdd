/** What happened with a member, newest first: each thing in a line, with a link to its page. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useList } from '../../../api/reads.ts';
import type { TimelineItem } from '../../../generated/wire.ts';
import { Money } from '../../../money/money.tsx';
import { signedMinor } from '../../../movement/signed.rules.ts';
import { ListTable } from '../../../ui/list-table.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Status } from '../../../ui/status.tsx';
import { useWords } from '../../../words.ts';

const AT_ONCE = 20;

export interface TimelineTableProps {
  memberId: string;
  /** One kind alone; undefined: all. */
  kind: TimelineItem['kind'] | undefined;
}

export function TimelineTable({ memberId, kind }: TimelineTableProps): ReactNode {
  const { t, word } = useWords();
  const list = useList('sacco.members.timeline', { member: memberId, kind, limit: AT_ONCE });
  return (
    <ListTable
      name={t('timeline.title')}
      list={list}
      rowKey={({ kind: of_kind, id }) => `${of_kind} ${id}`}
      empty={t('timeline.nothing')}
      columns={[
        { header: t('entry.time'), cell: ({ at }) => <Moment at={at} /> },
        {
          header: t('timeline.what'),
          cell: (item) => (
            <div>
              <What item={item} />
              <Text size="xs" c="dimmed">
                {word('timeline_kind', item.kind)}
              </Text>
              {item.text !== null && (
                <Text size="sm" className="written">
                  {item.text}
                </Text>
              )}
            </div>
          ),
        },
        {
          header: t('entry.amount'),
          isFigure: true,
          cell: ({ kind: of_kind, what, source, reverses_kind, amount_minor, currency }) => {
            if (amount_minor === null) return null;
            const minor =
              of_kind === 'movement'
                ? signedMinor({ kind: what, source, reverses_kind, amount_minor })
                : amount_minor;
            return <Money minor={minor} currency={currency ?? ''} />;
          },
        },
        {
          header: t('entry.status'),
          cell: (item) => item.status !== null && <Standing item={item} status={item.status} />,
        },
        { header: t('entry.by'), cell: ({ by }) => by?.name },
      ]}
    />
  );
}

const PICTURES: Readonly<Record<string, 'pictures.photo' | 'pictures.signature'>> = {
  member_photo: 'pictures.photo',
  member_signature: 'pictures.signature',
};

function What({ item: { kind, id, what } }: { item: TimelineItem }): ReactNode {
  const { t, word } = useWords();
  const picture = PICTURES[what];
  switch (kind) {
    case 'movement':
      return <Link href={`/entries/${id}`}>{word('kind', what)}</Link>;
    case 'loan':
      return <Link href={`/loans/${id}`}>{what}</Link>;
    case 'guarantee':
      return <Link href={`/loans/${id}`}>{t('timeline.answers_for', { name: what })}</Link>;
    case 'document':
      return picture === undefined ? word('doc_type', what) : t(picture);
    case 'message':
      return word('message_template', what);
    case 'event':
      return word('customer_event', what);
    case 'note':
    default:
      return null;
  }
}

/** The status that something has today where it is not the usual one, with where it is decided. */
function Standing({ item: { kind, id }, status }: { item: TimelineItem; status: string }): ReactNode {
  const { t } = useWords();
  const is_movement = kind === 'movement';
  return (
    <div>
      {!(is_movement && status === 'posted') && <Status status={status} ofEntry={is_movement} />}{' '}
      {is_movement && status === 'posted' && (
        <Link href={`/entries/${id}/receipt`} className="aside-link">
          {t('receipt.title')}
        </Link>
      )}
      {is_movement && status === 'awaiting_approval' && (
        <Link href="/approvals?tab=mine" className="aside-link">
          {t('entry.follow')}
        </Link>
      )}
    </div>
  );
}

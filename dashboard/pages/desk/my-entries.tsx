/** What the person who is signed in has booked or requested today. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useList } from '../../api/reads.ts';
import type { Entry } from '../../generated/wire.ts';
import { entryAmount, entryKind, entryStatus, entryTime } from '../../movement/entry-columns.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { useToday } from '../../ui/moment.tsx';
import { useWords, type Words } from '../../words.ts';

const PER_PAGE = 50;

export function MyEntries(): ReactNode {
  const words = useWords();
  const today = useToday();
  const list = useList('sacco.entries.list', {
    requested_by: 'me',
    from: today,
    to: today,
    limit: PER_PAGE,
  });
  return (
    <>
      <ListTable
        name={words.t('desk.my_entries')}
        showName
        list={list}
        rowKey={({ id }) => id}
        columns={[
          entryTime(words, { withDate: false }),
          entryMember(words),
          entryKind(words),
          entryAmount(words),
          entryStatus(words),
        ]}
      />
      {list.items.length > 0 && (
        <p className="day-totals">
          <Link href="/day-sheet">{words.t('desk.day_sheet')}</Link>
        </p>
      )}
    </>
  );
}

export function entryMember({ t }: Words): Column<Entry> {
  return {
    header: t('entry.member'),
    cell: ({ member }) =>
      member && (
        <>
          <Link href={`/members/${member.id}`}>{member.full_name}</Link>{' '}
          <span className="aside">{member.member_no}</span>
        </>
      ),
  };
}

/** What the person who is signed in has booked or requested today. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useList } from '../../api/reads.ts';
import { entryAmount, entryKind, entryStatus, entryTime } from '../../movement/entry-columns.tsx';
import { ListTable } from '../../ui/data-table.tsx';
import { useToday } from '../../ui/moment.tsx';
import { useWords } from '../../words.ts';

export function MyEntries(): ReactNode {
  const words = useWords();
  const today = useToday();
  const list = useList('sacco.entries.list', { requested_by: 'me', from: today, to: today, limit: 20 });
  return (
    <ListTable
      name={words.t('desk.my_entries')}
      showName
      list={list}
      rowKey={({ id }) => id}
      columns={[
        entryTime(words, { withDate: false }),
        {
          header: words.t('entry.member'),
          cell: ({ member }) =>
            member && (
              <>
                <Link href={`/members/${member.id}`}>{member.full_name}</Link>{' '}
                <span className="aside">{member.member_no}</span>
              </>
            ),
        },
        entryKind(words),
        entryAmount(words),
        entryStatus(words),
      ]}
    />
  );
}

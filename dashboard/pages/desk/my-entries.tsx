/** What the person who is signed in has booked or requested today, and the cash that it moved. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useList } from '../../api/reads.ts';
import type { Entry } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { entryAmount, entryKind, entryStatus, entryTime } from '../../movement/entry-columns.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { useToday } from '../../ui/moment.tsx';
import { useWords, type Words } from '../../words.ts';
import { totalsOf } from './day.rules.ts';

/** More than most tellers book in a day: the totals are those of the whole day. */
const PER_PAGE = 200;

export function MyEntries({ currency }: { currency: string }): ReactNode {
  const words = useWords();
  const today = useToday();
  const list = useList('sacco.entries.list', {
    requested_by: 'me',
    from: today,
    to: today,
    limit: PER_PAGE,
  });
  const { in_minor, out_minor } = totalsOf(list.items);
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
          {!list.has_more && (
            <>
              {words.t('desk.cash_in', { amount: formatMoney(in_minor, currency) })} ·{' '}
              {words.t('desk.cash_out', { amount: formatMoney(out_minor, currency) })} ·{' '}
            </>
          )}
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

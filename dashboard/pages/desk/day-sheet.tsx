/** What somebody has booked on a day, on paper: totals by kind of movement, every entry, and two signatures. */
import { Button, Group } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { useCooperative, useMe } from '../../api/me.ts';
import { useList } from '../../api/reads.ts';
import { DateField } from '../../forms/fields/date-field.tsx';
import { useFilter } from '../../forms/filters/filters.ts';
import { Money } from '../../money/money.tsx';
import { entryAmount, entryKind, entryStatus, entryTime } from '../../movement/entry-columns.tsx';
import { DataTable, Loading } from '../../ui/data-table.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Facts } from '../../ui/facts.tsx';
import { LocalDate, useToday } from '../../ui/moment.tsx';
import { Page } from '../../ui/page/page.tsx';
import { usePaper } from '../../ui/page/paper.ts';
import { PaperHead, Signatures } from '../../ui/page/paper-parts.tsx';
import { useWords } from '../../words.ts';
import { totalsByKind, totalsOf, type DayTotals } from './day.rules.ts';
import { entryMember } from './my-entries.tsx';

const PER_PAGE = 500;

export function DaySheet(): ReactNode {
  const words = useWords();
  const { t, word } = words;
  usePaper('a4');
  const today = useToday();
  const [day, setDay] = useFilter('day', today);
  const currency = useCooperative()?.currency ?? '';
  const teller = useMe()?.user.name;
  const list = useList(
    'sacco.entries.list',
    day === '' ? null : { requested_by: 'me', from: day, to: day, limit: PER_PAGE },
  );
  const { has_more, is_loading_more, loadMore } = list;
  // The totals are those of the whole day.
  useEffect(() => {
    if (has_more && !is_loading_more) loadMore();
  }, [has_more, is_loading_more, loadMore]);
  const is_complete = !list.is_loading && !has_more;
  const totals = totalsOf(list.items);
  const money = (minor: bigint): ReactNode => <Money minor={minor} currency={currency} />;
  return (
    <Page
      title={t('day_sheet.title')}
      back={{ href: '/', label: t('nav.desk') }}
      actions={
        <Button onClick={() => window.print()} disabled={!is_complete}>
          {t('receipt.print_now')}
        </Button>
      }
    >
      <Group className="no-print">
        <DateField label={t('reports.day')} value={day} onChange={setDay} />
      </Group>
      <PaperHead title={t('day_sheet.title')}>
        {day !== '' && <LocalDate date={day} />} · {teller}
      </PaperHead>
      {is_complete ? (
        <>
          <Facts
            facts={[
              [t('day_sheet.in'), money(totals.in_minor)],
              [t('day_sheet.out'), money(totals.out_minor)],
              [t('day_sheet.net'), money(totals.in_minor - totals.out_minor)],
            ]}
          />
          <DataTable<[string, DayTotals]>
            currency={currency}
            name={t('tills.by_kind')}
            showName
            rows={totalsByKind(list.items)}
            rowKey={([kind]) => kind}
            columns={[
              { header: t('entry.kind'), cell: ([kind]) => word('kind', kind) },
              { header: t('tills.how_many'), isFigure: true, cell: ([, { count }]) => count },
              { header: t('day_sheet.in'), isFigure: true, cell: ([, { in_minor }]) => money(in_minor) },
              { header: t('day_sheet.out'), isFigure: true, cell: ([, { out_minor }]) => money(out_minor) },
            ]}
          />
        </>
      ) : (
        <Loading />
      )}
      <ListTable
        name={t('members.entries')}
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
      <Signatures names={[t('day_sheet.teller'), t('day_sheet.checked_by')]} />
    </Page>
  );
}

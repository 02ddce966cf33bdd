/** The journals, newest first; a new one waits for a second person. */
import { Button, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useCooperative } from '../../../api/me.ts';
import { entryAmount, entryBy, entryKind, entryStatus, entryTime } from '../../../movement/entry-columns.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { useSortedList } from '../../../ui/sorted-list.ts';
import { Explained } from '../../../ui/page/explained.tsx';
import { useWords } from '../../../words.ts';
import { JournalDialog } from './journal-dialog.tsx';

export function JournalsTab(): ReactNode {
  const words = useWords();
  const { t } = words;
  const currency = useCooperative()?.currency;
  const [is_opened, setOpened] = useState(false);
  const list = useSortedList('sacco.entries.list', { kind: 'journal' });
  return (
    <Stack>
      <Explained text={t('accounting.journals_explained')}>
        {currency && <Button onClick={() => setOpened(true)}>{t('accounting.new_journal')}</Button>}
      </Explained>
      <ListTable
        isMain
        name={t('accounting.journals')}
        list={list}
        empty={<Empty what="empty.journals" />}
        rowKey={({ id }) => id}
        columns={[
          { ...entryTime(words), sort: 'created_at' },
          entryKind(words),
          entryAmount(words),
          { header: t('movement_page.reference'), cell: ({ reference }) => reference ?? '–' },
          entryBy(words),
          entryStatus(words),
        ]}
      />
      {is_opened && currency && <JournalDialog currency={currency} onClose={() => setOpened(false)} />}
    </Stack>
  );
}

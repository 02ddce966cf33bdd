/** The journals, newest first; a new one waits for a second person. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useCooperative } from '../../../api/me.ts';
import { useList } from '../../../api/reads.ts';
import { entryAmount, entryBy, entryKind, entryStatus, entryTime } from '../../../movement/entry-columns.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { useWords } from '../../../words.ts';
import { JournalDialog } from './journal-dialog.tsx';

export function JournalsTab(): ReactNode {
  const words = useWords();
  const { t } = words;
  const currency = useCooperative()?.currency;
  const [is_opened, setOpened] = useState(false);
  const list = useList('sacco.entries.list', { kind: 'journal' });
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('accounting.journals_explained')}
      </Text>
      {currency && (
        <Group>
          <Button onClick={() => setOpened(true)}>{t('accounting.new_journal')}</Button>
        </Group>
      )}
      <ListTable
        isMain
        name={t('accounting.journals')}
        list={list}
        empty={<Empty what="empty.journals" />}
        rowKey={({ id }) => id}
        columns={[
          entryTime(words),
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

/** Everything that happened with a member in one list; movements and messages alone are shown with all that is known of them. */
import { Button, Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useList, type List } from '../../../api/reads.ts';
import { FilterChoice } from '../../../forms/filters/filter-choice.tsx';
import { useFilter } from '../../../forms/filters/filters.ts';
import type { Entry, TimelineItem } from '../../../generated/wire.ts';
import {
  entryAmountOfMember,
  entryBalance,
  entryBy,
  entryKind,
  entryStatus,
  entryTime,
} from '../../../movement/entry-columns.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { useWords } from '../../../words.ts';
import { MessageTable } from '../../messages/message-table.tsx';
import { NoteDialog } from './note-dialog.tsx';
import { PreferencesButton } from './preferences.tsx';
import { TimelineTable } from './timeline-table.tsx';

const KINDS: readonly TimelineItem['kind'][] = [
  'movement',
  'loan',
  'guarantee',
  'document',
  'message',
  'note',
  'event',
];

export interface MemberTimelineProps {
  memberId: string;
  entries: List<Entry>;
}

export function MemberTimeline({ memberId, entries }: MemberTimelineProps): ReactNode {
  const { t, word } = useWords();
  const [wanted, setKind] = useFilter('kind');
  const kind = KINDS.find((each) => each === wanted);
  const [is_writing, setWriting] = useState(false);
  return (
    <Section
      title={t('timeline.title')}
      actions={
        <>
          <PreferencesButton memberId={memberId} />
          <Button size="xs" variant="default" onClick={() => setWriting(true)}>
            {t('timeline.write_note')}
          </Button>
        </>
      }
    >
      <Group>
        <FilterChoice
          label={t('timeline.show')}
          all={t('timeline.everything')}
          options={KINDS.map((value) => ({ value, label: word('timeline_kind', value) }))}
          value={kind ?? ''}
          onChange={setKind}
        />
      </Group>
      {kind === 'movement' && <Movements memberId={memberId} entries={entries} />}
      {kind === 'message' && <Messages memberId={memberId} />}
      {kind !== 'movement' && kind !== 'message' && <TimelineTable memberId={memberId} kind={kind} />}
      {is_writing && <NoteDialog memberId={memberId} onClose={() => setWriting(false)} />}
    </Section>
  );
}

/** More than a member has had. */
const ALL_ACCOUNTS = 200;

function Movements({ memberId, entries }: MemberTimelineProps): ReactNode {
  const words = useWords();
  const accounts = useList('sacco.savingsAccounts.list', { member: memberId, limit: ALL_ACCOUNTS });
  return (
    <ListTable
      name={words.t('members.entries')}
      list={entries}
      rowKey={({ id }) => id}
      empty={words.t('timeline.no_movements')}
      columns={[
        entryTime(words),
        entryKind(words),
        entryAmountOfMember(words),
        entryBalance(words, memberId, accounts.items),
        entryStatus(words),
        entryBy(words),
      ]}
    />
  );
}

const MESSAGES_AT_ONCE = 20;

function Messages({ memberId }: { memberId: string }): ReactNode {
  const { t } = useWords();
  const list = useList('notifications.list', { member_id: memberId, limit: MESSAGES_AT_ONCE });
  return <MessageTable name={t('messages.of_member')} list={list} />;
}

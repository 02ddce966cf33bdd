/** Messages to members, and in the test environment what the sandbox has sent. */
import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useList } from '../../api/reads.ts';
import { FilterChoice } from '../../forms/filters/filter-choice.tsx';
import { useFilter } from '../../forms/filters/filters.ts';
import { FilterChips } from '../../forms/filters/filter-chips.tsx';
import { StatusFilter } from '../../forms/filters/status-filter.tsx';
import { usePlace } from '../../session/place.ts';
import { TabbedPage } from '../../ui/page/tabbed-page.tsx';
import { useSortedList } from '../../ui/sorted-list.ts';
import { useWords, type TextId } from '../../words.ts';
import { MessageTable } from './message-table.tsx';

const STATUSES = ['queued', 'sent', 'delivered', 'failed', 'suppressed'] as const;
const CHANNELS = ['sms', 'email'] as const;
const LOOK_EVERY_MS = 10_000;

const SENT = { sent: { label: 'messages.all', Content: Sent } } as const;
const TABS = {
  ...SENT,
  outbox: { label: 'messages.outbox', Content: Outbox },
} as const satisfies Record<string, { label: TextId; Content: () => ReactNode }>;

export function Messages(): ReactNode {
  const { t } = useWords();
  const { environment } = usePlace();
  const tabs = environment === 'test' ? TABS : SENT;
  return <TabbedPage title={t('nav.messages')} base="/messages" tabs={tabs} />;
}

function Sent(): ReactNode {
  const { t, word, status: statusWord } = useWords();
  const [status, changeStatus] = useFilter('status');
  const [channel, changeChannel] = useFilter('channel');
  const list = useSortedList(
    'notifications.list',
    {
      status: (status || undefined) as (typeof STATUSES)[number] | undefined,
      channel: (channel || undefined) as (typeof CHANNELS)[number] | undefined,
    },
    { every_ms: LOOK_EVERY_MS },
  );
  return (
    <Stack>
      <Group align="flex-end">
        <StatusFilter
          label={t('loans.status')}
          value={status}
          onChange={changeStatus}
          all={t('loans.every_status')}
          statuses={STATUSES}
        />
        <FilterChoice
          label={t('messages.channel')}
          value={channel}
          onChange={changeChannel}
          options={CHANNELS.map((value) => ({ value, label: word('channel', value) }))}
        />
      </Group>
      <FilterChips
        filters={[
          { name: 'status', label: t('loans.status'), value: status && statusWord(status) },
          { name: 'channel', label: t('messages.channel'), value: channel && word('channel', channel) },
        ]}
      />
      <MessageTable name={t('nav.messages')} list={list} showsMember />
    </Stack>
  );
}

function Outbox(): ReactNode {
  const { t } = useWords();
  const list = useList('sandbox.outbox', {}, { every_ms: LOOK_EVERY_MS });
  return (
    <Stack>
      <Text c="dimmed" size="sm">
        {t('messages.outbox_hint')}
      </Text>
      <MessageTable name={t('messages.outbox')} list={list} showsMember />
    </Stack>
  );
}

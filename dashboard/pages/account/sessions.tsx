/** One's open sessions, and ending them. */
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useList } from '../../api/reads.ts';
import { useSubmit } from '../../api/submit.ts';
import type { OpenSession } from '../../generated/wire.ts';
import { endSession } from '../../session/session.ts';
import type { Column } from '../../ui/data-table.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { Moment } from '../../ui/moment.tsx';
import { useWords } from '../../words.ts';

export function Sessions(): ReactNode {
  const { t } = useWords();
  const list = useList('auth.sessions.list', {});
  const ending = useSubmit('auth.sessions.revoke');
  const leaving = useSubmit('auth.sessions.revokeAll');
  const is_busy = ending.is_busy || leaving.is_busy;
  const revokeAll = async (): Promise<void> => {
    if (await leaving.submit({})) endSession();
  };
  const columns: Column<OpenSession>[] = [
    {
      header: t('account.device'),
      cell: ({ user_agent, current }) => (
        <Group gap="xs">
          <Text size="sm" className="user-agent">
            {browserOf(user_agent) ?? t('account.unknown_device')}
          </Text>
          {current && (
            <Badge variant="dot" radius="sm" className="status">
              {t('account.this_session')}
            </Badge>
          )}
        </Group>
      ),
    },
    { header: t('account.address'), cell: ({ address }) => address ?? '–' },
    { header: t('account.signed_in'), cell: ({ created_at }) => <Moment at={created_at} /> },
    { header: t('account.last_used'), cell: ({ last_used_at }) => <Moment at={last_used_at} /> },
    {
      header: t('account.end_session'),
      cell: ({ id, current }) =>
        current ? (
          '–'
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            disabled={is_busy}
            onClick={() => void ending.submit({ session: id })}
          >
            {t('account.end_session')}
          </Button>
        ),
    },
  ];
  return (
    <Stack gap="sm">
      <ErrorAlert error={ending.error ?? leaving.error} />
      <ListTable
        name={t('account.sessions')}
        showName
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
      />
      <Group>
        <Button variant="default" disabled={is_busy} onClick={() => void revokeAll()}>
          {t('account.sign_out_everywhere')}
        </Button>
      </Group>
    </Stack>
  );
}

/** "Chrome · Android": the browser and system; null where there is no user agent. */
function browserOf(user_agent: string | null): string | null {
  if (user_agent === null) return null;
  const browser = /Edg|Firefox|Chrome|Safari/.exec(user_agent.replace(/Chrome.*Edg/, 'Edg'))?.[0];
  const system = /Android|iPhone|iPad|Windows|Mac OS X|Linux/.exec(user_agent)?.[0];
  if (!browser) return user_agent.slice(0, 60);
  const name = browser === 'Edg' ? 'Edge' : browser;
  return system ? `${name} · ${system}` : name;
}

/** Where one is signed in, and ending that. */
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useList } from '../../api/reads.ts';
import { useSubmission } from '../../api/submission.ts';
import type { OpenSession } from '../../generated/wire.ts';
import { endSession } from '../../session/session.ts';
import { ListTable, type Column } from '../../ui/data-table.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Moment } from '../../ui/moment.tsx';
import { useWords } from '../../words.ts';

export function Sessions(): ReactNode {
  const { t } = useWords();
  const list = useList<OpenSession>('/api/auth/sessions', 'sessions');
  const ending = useSubmission({ key: 'none' });
  const revoke = (id: string): void =>
    void ending.submit({ method: 'DELETE', path: `/api/auth/sessions/${id}` });
  const revokeAll = async (): Promise<void> => {
    const answer = await ending.submit({ method: 'DELETE', path: '/api/auth/sessions' });
    if (answer) endSession();
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
          <Button size="compact-sm" variant="default" disabled={ending.is_busy} onClick={() => revoke(id)}>
            {t('account.end_session')}
          </Button>
        ),
    },
  ];
  return (
    <Stack gap="sm">
      <ErrorAlert error={ending.error} />
      <ListTable
        name={t('account.sessions')}
        show_name
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
      />
      <Group>
        <Button variant="default" disabled={ending.is_busy} onClick={() => void revokeAll()}>
          {t('account.sign_out_everywhere')}
        </Button>
      </Group>
    </Stack>
  );
}

/** "Chrome on Android": what a person can recognise of it; null where it is not a browser's. */
function browserOf(user_agent: string | null): string | null {
  if (user_agent === null) return null;
  const browser = /Edg|Firefox|Chrome|Safari/.exec(user_agent.replace(/Chrome.*Edg/, 'Edg'))?.[0];
  const system = /Android|iPhone|iPad|Windows|Mac OS X|Linux/.exec(user_agent)?.[0];
  if (!browser) return user_agent.slice(0, 60);
  const name = browser === 'Edg' ? 'Edge' : browser;
  return system ? `${name} · ${system}` : name;
}

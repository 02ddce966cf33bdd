/** Projects that one was invited to, to accept or decline. */
import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { goneIsDone } from '../../api/lost-answer.ts';
import { useList } from '../../api/reads.ts';
import { useSubmit } from '../../api/submit.ts';
import type { Invitation } from '../../generated/wire.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { Moment } from '../../ui/moment.tsx';
import { useWords } from '../../words.ts';

/** Shows nothing where there are none. */
export function Invitations(): ReactNode {
  const { t, word } = useWords();
  const list = useList('auth.invitations.list', {});
  if (list.items.length === 0) return null;
  return (
    <DataTable
      name={t('account.invitations')}
      showName
      rows={list.items}
      rowKey={({ id }) => id}
      columns={[
        { header: t('shell.project'), cell: ({ project }) => project.name },
        { header: t('account.role'), cell: ({ role }) => word('role', role) },
        { header: t('account.invited_by'), cell: ({ invited_by }) => invited_by.name },
        { header: t('account.invited_at'), cell: ({ invited_at }) => <Moment at={invited_at} /> },
        { header: t('account.answer'), cell: (invitation) => <Decision invitation={invitation} /> },
      ]}
    />
  );
}

/** More projects than a person works in. */
const MOST = 1_000;

function Decision({ invitation: { id, project } }: { invitation: Invitation }): ReactNode {
  const { t } = useWords();
  const acceptance = useSubmit('auth.invitations.accept', {
    findOutcome: async (_refusal, read) => {
      const { projects } = await read('projects.list', { limit: MOST });
      const data = projects.find((each) => each.id === project.id);
      return data ? { data } : null;
    },
  });
  const refusal = useSubmit('auth.invitations.decline', {
    findOutcome: goneIsDone,
  });
  const is_busy = acceptance.is_busy || refusal.is_busy;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button
          size="compact-sm"
          disabled={is_busy}
          onClick={() => void acceptance.submit({ invitation: id })}
        >
          {t('account.accept')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={is_busy}
          onClick={() => void refusal.submit({ invitation: id })}
        >
          {t('account.decline')}
        </Button>
      </Group>
      <ErrorAlert error={acceptance.error ?? refusal.error} />
    </Stack>
  );
}

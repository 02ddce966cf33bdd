/** Projects that one was invited to, to accept or decline. */
import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useList } from '../../api/reads.ts';
import { useSubmission } from '../../api/submission.ts';
import type { Invitation } from '../../generated/wire.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Moment } from '../../ui/moment.tsx';
import { useWords } from '../../words.ts';

/** Nothing where there are none. */
export function Invitations(): ReactNode {
  const { t, word } = useWords();
  const list = useList<Invitation>('/api/auth/invitations', 'invitations');
  const decision = useSubmission({ key: 'none' });
  const decide = (id: string, what: 'accept' | 'decline'): void =>
    void decision.submit({
      path: `/api/auth/invitations/${id}/${what}`,
      // One that was accepted is there, and says so; one that was declined is not.
      findOutcome: ({ reason, status }) =>
        (what === 'accept' ? reason === 'already_decided' : status === 404) ? {} : null,
    });
  if (list.items.length === 0) return null;
  return (
    <Stack gap="sm">
      <ErrorAlert error={decision.error} />
      <DataTable
        name={t('account.invitations')}
        show_name
        rows={list.items}
        rowKey={({ id }) => id}
        columns={[
          { header: t('shell.project'), cell: ({ project }) => project.name },
          { header: t('account.role'), cell: ({ role }) => word('role', role) },
          { header: t('account.invited_by'), cell: ({ invited_by }) => invited_by.name },
          { header: t('account.invited_at'), cell: ({ invited_at }) => <Moment at={invited_at} /> },
          {
            header: t('account.answer'),
            cell: ({ id }) => (
              <Group gap="xs">
                <Button size="compact-sm" disabled={decision.is_busy} onClick={() => decide(id, 'accept')}>
                  {t('account.accept')}
                </Button>
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={decision.is_busy}
                  onClick={() => decide(id, 'decline')}
                >
                  {t('account.decline')}
                </Button>
              </Group>
            ),
          },
        ]}
      />
    </Stack>
  );
}

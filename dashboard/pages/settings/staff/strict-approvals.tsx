/** Strict approvals: the owner turns them on at once, and off once a second person has approved it. */
import { Paper, Stack, Switch, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useProject, useRole } from '../../../api/me.ts';
import { useSubmit } from '../../../api/submit.ts';
import { useProjectId } from '../../../session/place.ts';
import { ErrorAlert } from '../../../ui/faults/error-alert.tsx';
import { sayDone } from '../../../ui/toast.ts';
import { useWords } from '../../../words.ts';

export function StrictApprovals(): ReactNode {
  const { t } = useWords();
  const project = useProjectId();
  const is_owner = useRole() === 'owner';
  const data = useProject();
  const { is_busy, error, submit } = useSubmit('projects.update');
  if (!data) return null;
  const change = async (strict_approvals: boolean): Promise<void> => {
    const answer = await submit({ project, strict_approvals });
    if (answer?.data.approval_id !== undefined) sayDone(t('settings.awaits_approval'));
  };
  return (
    <Stack gap="xs" id="strict-approvals">
      <Title order={2} size="h4">
        {t('settings.strict_approvals')}
      </Title>
      <Paper withBorder p="md" className="panel">
        <Stack gap="sm">
          <Switch
            label={t('settings.be_strict')}
            description={t(is_owner ? 'settings.strict_hint' : 'settings.strict_hint_others')}
            checked={data.strict_approvals}
            disabled={is_busy || !is_owner}
            onChange={(event) => void change(event.currentTarget.checked)}
          />
          <ErrorAlert error={error} />
        </Stack>
      </Paper>
    </Stack>
  );
}

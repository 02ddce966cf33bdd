/** Whether approvals, reveals, and changes of what the project relies on need a second factor. */
import { Paper, Stack, Switch, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useProject } from '../../../api/me.ts';
import { useSubmit } from '../../../api/submit.ts';
import { useProjectId } from '../../../session/place.ts';
import { ErrorAlert } from '../../../ui/faults/error-alert.tsx';
import { useWords } from '../../../words.ts';

export function SecondFactor(): ReactNode {
  const { t } = useWords();
  const project = useProjectId();
  const data = useProject();
  const { is_busy, error, submit } = useSubmit('projects.update');
  if (!data) return null;
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('settings.second_factor')}
      </Title>
      <Paper withBorder p="md" className="panel">
        <Stack gap="sm">
          <Switch
            label={t('settings.require_totp')}
            description={t('settings.require_totp_hint')}
            checked={data.require_totp}
            disabled={is_busy}
            onChange={(event) => void submit({ project, require_totp: event.currentTarget.checked })}
          />
          <ErrorAlert error={error} />
        </Stack>
      </Paper>
    </Stack>
  );
}

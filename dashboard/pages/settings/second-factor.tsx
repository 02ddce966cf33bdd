/** Whether approvals, reveals, and changes of keys and providers need a second factor. */
import { Paper, Stack, Switch, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSubmission } from '../../api/submission.ts';
import type { Project } from '../../generated/wire.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { useWords } from '../../words.ts';
import { useProject, useProjectPath } from './project.ts';

export function SecondFactor(): ReactNode {
  const { t } = useWords();
  const path = useProjectPath();
  const project = useProject();
  const submission = useSubmission<Project>({ key: 'none' });
  const { is_busy, error } = submission;
  if (!project) return null;
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
            checked={project.require_totp}
            disabled={is_busy}
            onChange={(event) =>
              void submission.submit({
                method: 'PATCH',
                path,
                body: { require_totp: event.currentTarget.checked },
              })
            }
          />
          <ErrorAlert error={error} />
        </Stack>
      </Paper>
    </Stack>
  );
}

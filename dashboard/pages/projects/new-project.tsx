/** Making a project: one cooperative or merchant. */
import { Button, Paper, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { queryClient } from '../../api/reads.ts';
import { useSubmission } from '../../api/submission.ts';
import type { Project } from '../../generated/wire.ts';
import { changePlace } from '../../session/place.ts';
import { ErrorAlert, fieldError } from '../../ui/error-alert.tsx';
import { Page } from '../../ui/page.tsx';
import { Checking } from '../../ui/submit-dialog.tsx';
import { useWords } from '../../words.ts';

export function NewProject(): ReactNode {
  const { t } = useWords();
  const [, navigate] = useLocation();
  const submission = useSubmission<Project>({ key: 'once' });
  const [name, setName] = useState('');
  const { state, is_busy, error } = submission;
  const create = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const answer = await submission.submit({ path: '/api/projects', body: { name: name.trim() } });
    if (!answer) return;
    // The person's projects first: the shell shows only those that it knows.
    await queryClient.refetchQueries();
    changePlace({ project_id: answer.data.id, environment: 'test' });
    navigate('/');
  };
  return (
    <Page title={t('projects.new')}>
      <Paper withBorder p="lg" maw={460} className="panel">
        <form onSubmit={(event) => void create(event)} noValidate>
          <Stack>
            <TextInput
              label={t('projects.name')}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              error={fieldError(error, 'name')}
              autoComplete="organization"
            />
            {error && <ErrorAlert error={error} shown_fields={['name']} />}
            <Checking is_checking={state.step === 'checking'} />
            <Button type="submit" disabled={is_busy}>
              {t('projects.create')}
            </Button>
          </Stack>
        </form>
      </Paper>
    </Page>
  );
}

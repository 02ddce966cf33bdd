/** Creates a project: one cooperative or merchant. */
import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { queryClient } from '../../api/reads.ts';
import { useSubmit } from '../../api/submit.ts';
import { useForm } from '../../forms/form.ts';
import { SubmitForm } from '../../forms/submit-form.tsx';
import { TextField } from '../../forms/fields/text-field.tsx';
import { changePlace } from '../../session/place.ts';
import { Page } from '../../ui/page/page.tsx';
import { useWords } from '../../words.ts';

export function NewProject(): ReactNode {
  const { t } = useWords();
  const [, navigate] = useLocation();
  const submission = useSubmit('projects.create', { once: true });
  const form = useForm(submission, { name: '' });
  const create = async (): Promise<void> => {
    const answer = await submission.submit({ name: form.values.name.trim() });
    if (!answer) return;
    // The person's projects first: the shell accepts only projects that it has read.
    await queryClient.refetchQueries();
    changePlace({ project_id: answer.data.id, environment: 'test' });
    navigate('/');
  };
  return (
    <Page title={t('projects.new')}>
      <Paper withBorder p="lg" maw={460} className="panel">
        <SubmitForm
          form={form}
          submitLabel={t('projects.create')}
          busyLabel={t('projects.create')}
          onSubmit={create}
          isWide
        >
          <TextField
            label={t('projects.name')}
            autoComplete="organization"
            {...form.field('name')}
            disabled={false}
          />
        </SubmitForm>
      </Paper>
    </Page>
  );
}

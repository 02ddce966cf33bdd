/** What messages of one kind say: the text, its variables, and how it would arrive. */
import { Button, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePreview } from '../../../api/preview.ts';
import { useSubmit } from '../../../api/submit.ts';
import { TextArea } from '../../../forms/fields/text-area.tsx';
import { TextField } from '../../../forms/fields/text-field.tsx';
import { useForm } from '../../../forms/form.ts';
import { SubmitDialog } from '../../../forms/submit-form.tsx';
import type { NotificationTemplate } from '../../../generated/wire.ts';
import { sayDone } from '../../../ui/toast.ts';
import { LANGUAGES, useWords, type Language } from '../../../words.ts';

export interface TemplateDialogProps {
  template: NotificationTemplate;
  onClose: () => void;
}

export function TemplateDialog({ template: edited, onClose }: TemplateDialogProps): ReactNode {
  const { t, word } = useWords();
  const { template, language, variables, default_text } = edited;
  const submission = useSubmit('sacco.notificationTemplates.put');
  const form = useForm(submission, { text: edited.text, subject: edited.subject }, ({ text }) => ({
    text: text.trim() === '' && t('messages.enter_text'),
  }));
  const text = form.values.text.trim();
  const subject = form.values.subject.trim() === '' ? null : form.values.subject.trim();
  const preview = usePreview(
    'sacco.notificationTemplates.put',
    text === '' ? null : { template, language, text, subject },
  );
  const save = async (): Promise<void> => {
    if (!(await submission.submit({ template, language, text, subject }))) return;
    sayDone(t('settings.saved'));
    onClose();
  };
  return (
    <SubmitDialog
      form={form}
      title={`${word('message_template', template)} · ${LANGUAGES[language as Language]}`}
      submitLabel={t('settings.save')}
      onSubmit={save}
      onClose={onClose}
      size="lg"
    >
      <TextArea label={t('messages.text')} {...form.field('text')} />
      <Text size="xs" c="dimmed" className="breakable">
        {t('messages.variables')} {variables.map((name) => `{{${name}}}`).join(' ')}
      </Text>
      <TextField label={t('messages.subject')} maxLength={120} {...form.field('subject')} />
      {preview.error ? (
        <Text size="sm" c="red" role="status">
          {preview.error.message}
        </Text>
      ) : (
        preview.data && (
          <Paper withBorder p="sm" component="section" aria-label={t('messages.preview')}>
            <Text size="sm" className="breakable">
              {preview.data.preview.text}
            </Text>
            <Text size="xs" c="dimmed">
              {t('messages.segments_of', { count: preview.data.preview.segments })}
            </Text>
          </Paper>
        )
      )}
      <Group>
        <Button
          size="xs"
          variant="default"
          disabled={submission.is_busy || form.values.text === default_text}
          onClick={() => form.change({ text: default_text })}
        >
          {t('messages.use_original')}
        </Button>
      </Group>
    </SubmitDialog>
  );
}

/** Writes a note about a member; it cannot be changed later. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSubmit } from '../../../api/submit.ts';
import { TextArea } from '../../../forms/fields/text-area.tsx';
import { useForm } from '../../../forms/form.ts';
import { SubmitDialog } from '../../../forms/submit-form.tsx';
import { useWords } from '../../../words.ts';

export interface NoteDialogProps {
  memberId: string;
  onClose: () => void;
}

export function NoteDialog({ memberId, onClose }: NoteDialogProps): ReactNode {
  const { t } = useWords();
  const submission = useSubmit('sacco.members.writeNote');
  const form = useForm(submission, { text: '' }, ({ text }) => ({
    text: text.trim() === '' && t('timeline.enter_note'),
  }));
  const save = async (): Promise<void> => {
    if (await submission.submit({ member: memberId, text: form.values.text.trim() })) onClose();
  };
  return (
    <SubmitDialog
      form={form}
      title={t('timeline.write_note')}
      submitLabel={t('timeline.save_note')}
      onSubmit={save}
      onClose={onClose}
    >
      <TextArea label={t('timeline.note')} {...form.field('text')} />
      <Text size="sm" c="dimmed">
        {t('timeline.note_means')}
      </Text>
    </SubmitDialog>
  );
}

/** The cooperative's logo, and how it is replaced and removed. */
import { Button, Group, Image, Paper, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useUpload } from '../../api/files.ts';
import { useLogo } from '../../api/logo.ts';
import { useSubmit } from '../../api/submit.ts';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { FileField } from '../../forms/fields/file-field.tsx';
import { useForm } from '../../forms/form.ts';
import { SubmitDialog } from '../../forms/submit-form.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { Section } from '../../ui/page/section.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';

const HEIGHT_PX = 80;

export function Logo({ fileId }: { fileId: string | null }): ReactNode {
  const { t } = useWords();
  const address = useLogo();
  const [dialog, setDialog] = useState<'change' | 'remove' | null>(null);
  const close = (): void => setDialog(null);
  return (
    <Paper withBorder p="lg" maw={520} className="panel">
      <Section title={t('logo.title')}>
        <Text size="sm" c="dimmed">
          {t('logo.hint')}
        </Text>
        {address && (
          <Image
            src={address}
            alt={t('logo.title')}
            h={HEIGHT_PX}
            w="auto"
            fit="contain"
            bg="white"
            className="chosen-logo"
          />
        )}
        <Group gap="sm">
          <Button variant="default" onClick={() => setDialog('change')}>
            {t(fileId === null ? 'logo.add' : 'logo.change')}
          </Button>
          {fileId !== null && (
            <Button variant="default" onClick={() => setDialog('remove')}>
              {t('logo.remove')}
            </Button>
          )}
        </Group>
      </Section>
      {dialog === 'change' && <ChangeDialog title={t('logo.change')} onClose={close} />}
      {dialog === 'remove' && (
        <ConfirmDialog
          title={t('logo.remove_question')}
          verb={t('logo.remove')}
          operation="sacco.logo.put"
          input={{ logo_file_id: null }}
          onClose={close}
          onDone={() => sayDone(t('settings.saved'))}
        />
      )}
    </Paper>
  );
}

function ChangeDialog({ title, onClose }: { title: string; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const submission = useSubmit('sacco.logo.put');
  const uploading = useUpload();
  const form = useForm(submission, { file: null as File | null }, ({ file }) => ({
    file: file === null && t('logo.missing'),
  }));
  const save = async (): Promise<void> => {
    const { file } = form.values;
    const logo_file_id = file && (await uploading.upload(file, 'logo'));
    if (logo_file_id === null) return;
    if (!(await submission.submit({ logo_file_id }))) return;
    onClose();
    sayDone(t('settings.saved'));
  };
  const field = form.field('file', 'logo_file_id');
  return (
    <SubmitDialog form={form} title={title} submitLabel={t('uploads.save')} onSubmit={save} onClose={onClose}>
      <FileField
        label={t('logo.file')}
        kind="logo"
        {...field}
        disabled={field.disabled || uploading.is_busy}
      />
      <ErrorAlert error={uploading.error} />
    </SubmitDialog>
  );
}

/** Whether payments that payers send to the paybill by themselves are taken. */
import { Checkbox, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSubmit } from '../../../api/submit.ts';
import { useForm } from '../../../forms/form.ts';
import { SubmitDialog } from '../../../forms/submit-form.tsx';
import { usePlace, useProjectId } from '../../../session/place.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Outcome } from '../../../ui/outcome.tsx';
import { sayDone } from '../../../ui/toast.ts';
import { useWords } from '../../../words.ts';
import type { ConfigureProviderDialogProps } from './configure-provider-dialog.tsx';

export function PaybillDialog({ provider, onClose }: ConfigureProviderDialogProps): ReactNode {
  const { t, word } = useWords();
  const { environment } = usePlace();
  const project = useProjectId();
  const submission = useSubmit('projects.providers.paybill');
  const form = useForm(submission, {
    enabled: provider.paybill?.enabled ?? false,
    reject_unknown: provider.paybill?.reject_unknown ?? false,
  });
  const name = word('provider', provider.name, provider.title);
  const save = async (): Promise<void> => {
    if (await submission.submit({ project, provider: provider.name, environment, ...form.values }))
      sayDone(t('settings.paybill_saved', { name }));
  };
  const { data: saved } = submission;
  return (
    <SubmitDialog
      form={form}
      title={t('settings.paybill_of', { name })}
      submitLabel={t('settings.save')}
      onSubmit={save}
      onClose={onClose}
      outcome={
        saved && (
          <Outcome onClose={onClose}>
            <Text size="sm">{t('settings.paybill_addresses', { name })}</Text>
            <Group gap="xs">
              <CopyButton text={saved.confirmation_url} label={t('settings.paybill_copy_confirmation')} />
              <CopyButton text={saved.validation_url} label={t('settings.paybill_copy_validation')} />
            </Group>
          </Outcome>
        )
      }
    >
      <Text size="sm" c="dimmed">
        {t('settings.paybill_hint', { name })}
      </Text>
      <Checkbox
        label={t('settings.paybill_enabled')}
        checked={form.values.enabled}
        disabled={form.sending.is_busy}
        onChange={(event) => form.change({ enabled: event.currentTarget.checked })}
        error={form.faultAt('enabled')}
      />
      <Checkbox
        label={t('settings.paybill_reject_unknown')}
        description={t('settings.paybill_reject_unknown_hint')}
        checked={form.values.reject_unknown}
        disabled={form.sending.is_busy}
        onChange={(event) => form.change({ reject_unknown: event.currentTarget.checked })}
        error={form.faultAt('reject_unknown')}
      />
    </SubmitDialog>
  );
}

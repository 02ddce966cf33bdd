/** The credentials of a payment provider, in place of what was there. */
import { Text, Textarea, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { providerBrand } from '../../api/providers.ts';
import { useSubmission } from '../../api/submission.ts';
import type { ProviderConfig } from '../../generated/wire.ts';
import { usePlace } from '../../session/place.ts';
import { fieldError } from '../../ui/error-alert.tsx';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';
import { useProjectPath } from './project.ts';

export function ConfigureProviderDialog({
  provider,
  onClose,
}: {
  provider: ProviderConfig;
  onClose: () => void;
}): ReactNode {
  const { t, word } = useWords();
  const { environment } = usePlace();
  const path = useProjectPath(`/providers/${provider.name}?environment=${environment}`);
  const submission = useSubmission<ProviderConfig>({ key: 'none' });
  const [texts, setTexts] = useState<Record<string, string>>({});
  const { is_busy, error } = submission;
  const name = providerBrand(provider.name) ?? provider.name;
  const save = async (): Promise<void> => {
    const filled = Object.entries(texts).filter(([, text]) => text.trim() !== '');
    const credentials = Object.fromEntries(filled.map(([field, text]) => [field, text.trim()]));
    const answer = await submission.submit({ method: 'PUT', path, body: { credentials } });
    if (!answer) return;
    sayDone(t('settings.credentials_saved', { name }));
    onClose();
  };
  return (
    <SubmitDialog
      title={t('settings.credentials_of', { name })}
      opened
      onClose={onClose}
      submission={submission}
      submit_label={t('settings.save')}
      busy_label={t('submit.working')}
      onSubmit={() => void save()}
      shown_fields={provider.credential_fields.map((field) => `credentials.${field.name}`)}
      size="lg"
    >
      <Text size="sm" c="dimmed">
        {t('settings.credentials_hint', { environment: word('environment', environment) })}
      </Text>
      {provider.credential_fields.map((field) => {
        const shared = {
          label: word('credential', field.name),
          description: field.optional ? t('loan_application.optional') : undefined,
          value: texts[field.name] ?? '',
          onChange: (event: { currentTarget: { value: string } }) =>
            setTexts({ ...texts, [field.name]: event.currentTarget.value }),
          error: fieldError(error, `credentials.${field.name}`),
          disabled: is_busy,
          autoComplete: 'off',
          spellCheck: false,
        };
        // A key in PEM has several lines.
        return field.secret ? (
          <Textarea key={field.name} {...shared} rows={field.name.endsWith('_key') ? 4 : 1} />
        ) : (
          <TextInput key={field.name} {...shared} />
        );
      })}
    </SubmitDialog>
  );
}

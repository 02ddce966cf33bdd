/** The credentials of a payment provider, in place of what was there. */
import { Text, Textarea, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
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
  const [texts, setTexts] = useState<Record<string, string>>(() => openValues(provider));
  const { is_busy, error } = submission;
  const name = word('provider', provider.name, provider.title);
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
          description:
            [word('credential_hint', field.name, ''), field.optional ? t('loan_application.optional') : '']
              .filter((text) => text !== '')
              .join(' · ') || undefined,
          value: texts[field.name] ?? '',
          onChange: (event: { currentTarget: { value: string } }) =>
            setTexts({ ...texts, [field.name]: event.currentTarget.value }),
          error: fieldError(error, `credentials.${field.name}`),
          disabled: is_busy,
          autoComplete: 'off',
          spellCheck: false,
        };
        // A key of a pair, or a certificate, has several lines in PEM.
        return field.secret ? (
          <Textarea
            key={field.name}
            {...shared}
            rows={/(?:private_key|public_key|_pem)$/.test(field.name) ? 4 : 1}
          />
        ) : (
          <TextInput key={field.name} {...shared} />
        );
      })}
    </SubmitDialog>
  );
}

/** What was entered before and is no secret: it need not be entered again. */
function openValues({ credential_fields, credentials }: ProviderConfig): Record<string, string> {
  const open = credential_fields.filter(({ secret }) => !secret);
  return Object.fromEntries(open.map(({ name }) => [name, credentials?.[name] ?? '']));
}

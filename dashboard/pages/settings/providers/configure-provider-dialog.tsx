/** The credentials of a payment provider, which replace those that were there. */
import { Text, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSubmit } from '../../../api/submit.ts';
import { useForm } from '../../../forms/form.ts';
import { SubmitDialog } from '../../../forms/submit-form.tsx';
import { TextField } from '../../../forms/fields/text-field.tsx';
import type { ProviderConfig } from '../../../generated/wire.ts';
import { usePlace, useProjectId } from '../../../session/place.ts';
import { sayDone } from '../../../ui/toast.ts';
import { useWords } from '../../../words.ts';

export interface ConfigureProviderDialogProps {
  provider: ProviderConfig;
  onClose: () => void;
}

export function ConfigureProviderDialog(props: ConfigureProviderDialogProps): ReactNode {
  const { provider, onClose } = props;
  const { t, word } = useWords();
  const { environment } = usePlace();
  const project = useProjectId();
  const submission = useSubmit('projects.providers.put');
  const form = useForm(submission, () => openValues(provider));
  const name = word('provider', provider.name, provider.title);
  const save = async (): Promise<void> => {
    const filled = Object.entries(form.values).filter(([, text]) => text.trim() !== '');
    const credentials = Object.fromEntries(filled.map(([field, text]) => [field, text.trim()]));
    if (!(await submission.submit({ project, provider: provider.name, environment, credentials }))) return;
    sayDone(t('settings.credentials_saved', { name }));
    onClose();
  };
  return (
    <SubmitDialog
      form={form}
      title={t('settings.credentials_of', { name })}
      submitLabel={t('settings.save')}
      onSubmit={save}
      onClose={onClose}
      size="lg"
    >
      <Text size="sm" c="dimmed">
        {t('settings.credentials_hint', { environment: word('environment', environment) })}
      </Text>
      {provider.credential_fields.map((each) => {
        const { onChange, ...field } = form.field(each.name, `credentials.${each.name}`);
        const shared = {
          ...field,
          label: word('credential', each.name),
          description:
            [word('credential_hint', each.name, ''), each.optional ? t('loan_application.optional') : '']
              .filter((text) => text !== '')
              .join(' · ') || undefined,
          autoComplete: 'off',
          spellCheck: false,
        };
        // A key of a pair, or a certificate, has several lines in PEM.
        return each.secret ? (
          <Textarea
            key={each.name}
            {...shared}
            onChange={(event) => onChange(event.currentTarget.value)}
            rows={/(?:private_key|public_key|_pem)$/.test(each.name) ? 4 : 1}
          />
        ) : (
          <TextField key={each.name} {...shared} onChange={onChange} />
        );
      })}
    </SubmitDialog>
  );
}

/** Empty, except for values that were entered before and are not secret. */
function openValues({ credential_fields, credentials }: ProviderConfig): Record<string, string> {
  return Object.fromEntries(
    credential_fields.map(({ name, secret }) => [name, secret ? '' : (credentials?.[name] ?? '')]),
  );
}

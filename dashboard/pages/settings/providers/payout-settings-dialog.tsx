/** Turning the payouts of a provider on or off, and limiting them. */
import { Switch, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRead } from '../../../api/reads.ts';
import { useSubmit } from '../../../api/submit.ts';
import { useForm } from '../../../forms/form.ts';
import { SubmitDialog } from '../../../forms/submit-form.tsx';
import type { PayoutSettings, ProviderConfig } from '../../../generated/wire.ts';
import { AmountField, useOptionalAmountReader } from '../../../money/amount-field.tsx';
import { usePlace, useProjectId } from '../../../session/place.ts';
import { sayDone } from '../../../ui/toast.ts';
import { useWords, type TextId } from '../../../words.ts';
import { useStartOfUtcDay } from '../../../ui/moment.tsx';
import { amountText } from '../figures.ts';

const LIMITS = {
  max_minor: 'payouts.max',
  daily_max_minor: 'payouts.daily_max',
  approval_above_minor: 'payouts.approval_above',
} as const satisfies Partial<Record<keyof PayoutSettings, TextId>>;
const NAMES = Object.keys(LIMITS) as (keyof typeof LIMITS)[];

export interface PayoutSettingsDialogProps {
  provider: ProviderConfig;
  onClose: () => void;
}

/** Opens once the settings are read. */
export function PayoutSettingsDialog({ provider, onClose }: PayoutSettingsDialogProps): ReactNode {
  const { environment } = usePlace();
  const project = useProjectId();
  const { data } = useRead('projects.providers.getPayouts', {
    project,
    provider: provider.name,
    environment,
  });
  return data && <SettingsForm provider={provider} settings={data} onClose={onClose} />;
}

interface SettingsFormProps extends PayoutSettingsDialogProps {
  settings: PayoutSettings;
}

function SettingsForm({ provider, settings, onClose }: SettingsFormProps): ReactNode {
  const { t, word } = useWords();
  const { environment } = usePlace();
  const project = useProjectId();
  const day_begins = useStartOfUtcDay();
  const read = useOptionalAmountReader();
  const submission = useSubmit('projects.providers.putPayouts');
  const initial = () => ({
    enabled: settings.enabled,
    max_minor: amountText(settings.max_minor),
    daily_max_minor: amountText(settings.daily_max_minor),
    approval_above_minor: amountText(settings.approval_above_minor),
  });
  const form = useForm(submission, initial, (values) =>
    Object.fromEntries(NAMES.map((name) => [name, read(values[name]).error])),
  );
  const { values } = form;
  const save = async (): Promise<void> => {
    const answer = await submission.submit({
      project,
      provider: provider.name,
      environment,
      enabled: values.enabled,
      max_minor: read(values.max_minor).minor,
      daily_max_minor: read(values.daily_max_minor).minor,
      approval_above_minor: read(values.approval_above_minor).minor,
    });
    if (!answer) return;
    sayDone(t(answer.data.approval_id === undefined ? 'settings.saved' : 'settings.awaits_approval'));
    onClose();
  };
  const currency = provider.currencies.length === 1 ? (provider.currencies[0] as string) : '';
  return (
    <SubmitDialog
      form={form}
      title={t('payouts.settings_of', { name: word('provider', provider.name, provider.title) })}
      submitLabel={t('settings.save')}
      onSubmit={save}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('payouts.settings_hint', { environment: word('environment', environment) })}
      </Text>
      <Switch
        label={t('payouts.enabled')}
        checked={values.enabled}
        onChange={(event) => form.change({ enabled: event.currentTarget.checked })}
        disabled={submission.is_busy}
        data-autofocus
      />
      {NAMES.map((name) => (
        <AmountField
          key={name}
          label={t(LIMITS[name], { time: day_begins })}
          description={t('settings.empty_no_limit')}
          currency={currency}
          {...form.field(name)}
        />
      ))}
    </SubmitDialog>
  );
}

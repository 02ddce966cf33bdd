/** Issuing an API key: for what, for how long, and from where it may be used. */
import { Checkbox, Radio, Stack, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { useUtcOffset } from '../../../api/me.ts';
import { useSubmit } from '../../../api/submit.ts';
import { Choice } from '../../../forms/fields/choice.tsx';
import { useForm } from '../../../forms/form.ts';
import { SubmitDialog } from '../../../forms/submit-form.tsx';
import { DateField } from '../../../forms/fields/date-field.tsx';
import { DAY_MS } from '../../../forms/fields/date.rules.ts';
import { TextField } from '../../../forms/fields/text-field.tsx';
import { usePlace, useProjectId } from '../../../session/place.ts';
import { useWords } from '../../../words.ts';

const ENVIRONMENTS = ['test', 'live'] as const;
const SCOPES = ['read', 'payments', 'ledger', 'customers', 'sacco', 'reconciliation'];

export interface NewKeyDialogProps {
  onClose: () => void;
  onCreated: (key: string) => void;
}

export function NewKeyDialog({ onClose, onCreated }: NewKeyDialogProps): ReactNode {
  const { t, word } = useWords();
  const project = useProjectId();
  const utc_offset_minutes = useUtcOffset();
  const shown = usePlace().environment;
  const submission = useSubmit('projects.apiKeys.create', { once: true });
  const form = useForm(
    submission,
    {
      name: '',
      environment: shown,
      may: 'everything',
      scopes: [] as string[],
      last_day: '',
      addresses: '',
    },
    ({ name, may, scopes }) => ({
      name: name.trim() === '' && t('settings.enter_name'),
      scopes: may === 'some' && scopes.length === 0 && t('settings.choose_scopes'),
    }),
  );
  const { is_busy } = submission;
  const { name, environment, may, scopes, last_day, addresses } = form.values;
  const create = async (): Promise<void> => {
    const ips = addresses.split(/[\s,]+/).filter((each) => each !== '');
    const answer = await submission.submit({
      project,
      environment,
      name: name.trim(),
      scopes: may === 'some' ? scopes : undefined,
      expires_at: last_day === '' ? undefined : endOf(last_day, utc_offset_minutes),
      allowed_ips: ips.length === 0 ? undefined : ips,
    });
    if (answer?.data.key !== undefined) onCreated(answer.data.key);
  };
  return (
    <SubmitDialog
      form={form}
      title={t('settings.new_key')}
      submitLabel={t('settings.create')}
      onSubmit={create}
      onClose={onClose}
    >
      <TextField
        label={t('settings.name')}
        description={t('settings.key_name_hint')}
        isFirst
        {...form.field('name')}
      />
      <Choice
        label={t('shell.environment')}
        options={ENVIRONMENTS.map((value) => ({ value, label: word('environment', value) }))}
        {...form.field('environment')}
      />
      <Radio.Group
        label={t('settings.scopes')}
        value={may}
        onChange={(chosen) => form.change({ may: chosen })}
        error={form.field('scopes').error}
      >
        <Stack gap="xs" mt={4}>
          <Radio value="everything" label={t('settings.everything')} disabled={is_busy} />
          <Radio value="some" label={t('settings.only_some')} disabled={is_busy} />
        </Stack>
      </Radio.Group>
      {may === 'some' && (
        <Checkbox.Group
          value={scopes}
          onChange={form.field('scopes').onChange}
          aria-label={t('settings.only_some')}
        >
          <Stack gap="xs" pl="lg">
            {SCOPES.map((scope) => (
              <Checkbox key={scope} value={scope} label={word('scope', scope)} disabled={is_busy} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <DateField
        label={t('settings.last_day')}
        description={t('settings.last_day_hint')}
        {...form.field('last_day', 'expires_at')}
      />
      <Textarea
        label={t('settings.allowed_ips')}
        description={t('settings.allowed_ips_hint')}
        value={addresses}
        onChange={(event) => form.change({ addresses: event.currentTarget.value })}
        disabled={is_busy}
        rows={2}
      />
    </SubmitDialog>
  );
}

/** @param day `YYYY-MM-DD` @returns the end of that local day */
function endOf(day: string, utc_offset_minutes: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS - utc_offset_minutes * 60_000).toISOString();
}

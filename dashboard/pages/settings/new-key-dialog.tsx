/** Issuing an API key: for what, for how long, and from where it may be used. */
import { Checkbox, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useUtcOffset } from '../../api/me.ts';
import { useSubmission } from '../../api/submission.ts';
import type { ApiKey } from '../../generated/wire.ts';
import { usePlace, type Environment } from '../../session/place.ts';
import { Choice } from '../../ui/choice.tsx';
import { fieldError } from '../../ui/error-alert.tsx';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { useWords } from '../../words.ts';
import { useProjectPath } from './project.ts';

const ENVIRONMENTS = ['test', 'live'] as const;
const SCOPES = ['read', 'payments', 'ledger', 'customers', 'sacco', 'reconciliation'];
const DAY_MS = 86_400_000;

export interface NewKeyDialogProps {
  onClose: () => void;
  onCreated: (key: string) => void;
}

export function NewKeyDialog({ onClose, onCreated }: NewKeyDialogProps): ReactNode {
  const { t, word } = useWords();
  const path = useProjectPath('/api-keys');
  const utc_offset_minutes = useUtcOffset();
  const shown = usePlace().environment;
  const submission = useSubmission<ApiKey>({ key: 'once' });
  const [name, setName] = useState('');
  const [environment, setEnvironment] = useState<Environment>(shown);
  const [may, setMay] = useState<'everything' | 'some'>('everything');
  const [scopes, setScopes] = useState<string[]>([]);
  const [last_day, setLastDay] = useState('');
  const [addresses, setAddresses] = useState('');
  const [was_sent, setWasSent] = useState(false);
  const { is_busy, error } = submission;
  const lacks_name = name.trim() === '';
  const lacks_scopes = may === 'some' && scopes.length === 0;
  const ips = addresses.split(/[\s,]+/).filter((each) => each !== '');
  const create = async (): Promise<void> => {
    setWasSent(true);
    if (lacks_name || lacks_scopes) return;
    const answer = await submission.submit({
      path,
      body: {
        environment,
        name: name.trim(),
        ...(may === 'some' ? { scopes } : {}),
        ...(last_day === '' ? {} : { expires_at: endOf(last_day, utc_offset_minutes) }),
        ...(ips.length === 0 ? {} : { allowed_ips: ips }),
      },
    });
    if (answer?.data.key !== undefined) onCreated(answer.data.key);
  };
  return (
    <SubmitDialog
      title={t('settings.new_key')}
      opened
      onClose={onClose}
      submission={submission}
      submit_label={t('settings.create')}
      busy_label={t('submit.working')}
      onSubmit={() => void create()}
      shown_fields={['name', 'environment', 'scopes', 'expires_at']}
    >
      <TextInput
        label={t('settings.name')}
        description={t('settings.key_name_hint')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={was_sent && lacks_name ? t('settings.enter_name') : fieldError(error, 'name')}
        autoComplete="off"
        disabled={is_busy}
        data-autofocus
      />
      <Choice
        label={t('shell.environment')}
        options={ENVIRONMENTS.map((value) => ({ value, label: word('environment', value) }))}
        value={environment}
        onChange={setEnvironment}
        disabled={is_busy}
      />
      <Radio.Group
        label={t('settings.scopes')}
        value={may}
        onChange={setMay}
        error={was_sent && lacks_scopes ? t('settings.choose_scopes') : fieldError(error, 'scopes')}
      >
        <Stack gap="xs" mt={4}>
          <Radio value="everything" label={t('settings.everything')} disabled={is_busy} />
          <Radio value="some" label={t('settings.only_some')} disabled={is_busy} />
        </Stack>
      </Radio.Group>
      {may === 'some' && (
        <Checkbox.Group value={scopes} onChange={setScopes} aria-label={t('settings.only_some')}>
          <Stack gap="xs" pl="lg">
            {SCOPES.map((scope) => (
              <Checkbox key={scope} value={scope} label={word('scope', scope)} disabled={is_busy} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <TextInput
        label={t('settings.last_day')}
        description={t('settings.last_day_hint')}
        type="date"
        value={last_day}
        onChange={(event) => setLastDay(event.currentTarget.value)}
        error={fieldError(error, 'expires_at')}
        disabled={is_busy}
      />
      <Textarea
        label={t('settings.allowed_ips')}
        description={t('settings.allowed_ips_hint')}
        value={addresses}
        onChange={(event) => setAddresses(event.currentTarget.value)}
        disabled={is_busy}
        rows={2}
      />
    </SubmitDialog>
  );
}

/** @param day `YYYY-MM-DD` @returns when that local day is over */
function endOf(day: string, utc_offset_minutes: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS - utc_offset_minutes * 60_000).toISOString();
}

/** Turning the second factor off, which takes both factors. */
import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { seenAt } from '../../api/lost-answer.ts';
import { useSubmission } from '../../api/submission.ts';
import type { TotpStatus } from '../../generated/wire.ts';
import { fieldError } from '../../ui/error-alert.tsx';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { useWords } from '../../words.ts';
import { PasswordField } from '../sign-in/password-field.tsx';

export function DisableSecondFactor({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useWords();
  const submission = useSubmission<TotpStatus>({ key: 'none' });
  const [fields, setFields] = useState({ password: '', code: '' });
  const { error } = submission;
  const disable = async (): Promise<void> => {
    const answer = await submission.submit({
      path: '/api/auth/totp/disable',
      body: fields,
      findOutcome: seenAt<TotpStatus>('/api/auth/totp', ({ enabled }) => !enabled),
    });
    if (answer) onClose();
  };
  return (
    <SubmitDialog
      title={t('account.turn_off')}
      opened
      onClose={onClose}
      submission={submission}
      submit_label={t('account.turn_off')}
      busy_label={t('submit.working')}
      onSubmit={() => void disable()}
      shown_fields={['password', 'code']}
      is_danger
    >
      <PasswordField
        label={t('sign_in.password')}
        autoComplete="current-password"
        value={fields.password}
        onChange={(password) => setFields({ ...fields, password })}
        error={fieldError(error, 'password')}
      />
      <TextInput
        label={t('sign_in.code')}
        description={t('sign_in.code_hint')}
        value={fields.code}
        onChange={(event) => setFields({ ...fields, code: event.currentTarget.value })}
        autoComplete="one-time-code"
        error={fieldError(error, 'code')}
      />
    </SubmitDialog>
  );
}

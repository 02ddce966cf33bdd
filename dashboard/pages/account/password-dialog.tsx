/** Changing one's password: every other session ends, this one goes on. */
import { Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSubmission } from '../../api/submission.ts';
import type { Session } from '../../generated/wire.ts';
import { beginSession } from '../../session/session.ts';
import { fieldError } from '../../ui/error-alert.tsx';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';
import { PasswordField } from '../sign-in/password-field.tsx';

export interface PasswordDialogProps {
  opened: boolean;
  onClose: () => void;
}

export function PasswordDialog({ opened, onClose }: PasswordDialogProps): ReactNode {
  return opened ? <OpenDialog onClose={onClose} /> : null;
}

function OpenDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useWords();
  const submission = useSubmission<Session>({ key: 'none', onAnswer: beginSession });
  const [fields, setFields] = useState({ current_password: '', new_password: '' });
  const { error } = submission;
  const change = async (): Promise<void> => {
    const answer = await submission.submit({ path: '/api/auth/password', body: fields });
    if (!answer) return;
    sayDone(t('account.password_changed'));
    onClose();
  };
  return (
    <SubmitDialog
      title={t('account.change_password')}
      opened
      onClose={onClose}
      submission={submission}
      submit_label={t('account.change_password')}
      busy_label={t('submit.working')}
      onSubmit={() => void change()}
      shown_fields={['current_password', 'new_password']}
    >
      <Stack>
        <PasswordField
          label={t('account.current_password')}
          autoComplete="current-password"
          value={fields.current_password}
          onChange={(current_password) => setFields({ ...fields, current_password })}
          error={fieldError(error, 'current_password')}
        />
        <PasswordField
          label={t('sign_in.new_password')}
          description={t('sign_in.password_hint')}
          autoComplete="new-password"
          value={fields.new_password}
          onChange={(new_password) => setFields({ ...fields, new_password })}
          error={fieldError(error, 'new_password')}
        />
      </Stack>
    </SubmitDialog>
  );
}

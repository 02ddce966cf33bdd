/** Changes one's password, with a code where there is a second factor: every other session ends, this one continues. */
import type { ReactNode } from 'react';
import { useRead } from '../../api/reads.ts';
import { useSubmit } from '../../api/submit.ts';
import { useForm } from '../../forms/form.ts';
import { TextField } from '../../forms/fields/text-field.tsx';
import { SubmitDialog } from '../../forms/submit-form.tsx';
import { beginSession } from '../../session/session.ts';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';
import { PasswordField } from '../sign-in/password-field.tsx';

export function PasswordDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useWords();
  const submission = useSubmit('auth.changePassword', { onAnswer: beginSession });
  const has_factor = useRead('auth.totp.get', {}).data?.enabled;
  const form = useForm(submission, { current_password: '', new_password: '', code: '' });
  const change = async (): Promise<void> => {
    const { code, ...passwords } = form.values;
    if (!(await submission.submit({ ...passwords, code: has_factor ? code.trim() : undefined }))) return;
    sayDone(t('account.password_changed'));
    onClose();
  };
  return (
    <SubmitDialog
      form={form}
      title={t('account.change_password')}
      submitLabel={t('account.change_password')}
      onSubmit={change}
      onClose={onClose}
    >
      <PasswordField
        label={t('account.current_password')}
        autoComplete="current-password"
        {...form.field('current_password')}
      />
      <PasswordField
        label={t('sign_in.new_password')}
        description={t('sign_in.password_hint')}
        autoComplete="new-password"
        {...form.field('new_password')}
      />
      {has_factor && (
        <TextField
          label={t('sign_in.code')}
          description={t('sign_in.code_hint')}
          autoComplete="one-time-code"
          {...form.field('code')}
          disabled={false}
        />
      )}
    </SubmitDialog>
  );
}

/** Changes one's password: every other session ends, this one continues. */
import type { ReactNode } from 'react';
import { useSubmit } from '../../api/submit.ts';
import { useForm } from '../../forms/form.ts';
import { SubmitDialog } from '../../forms/submit-form.tsx';
import { beginSession } from '../../session/session.ts';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';
import { PasswordField } from '../sign-in/password-field.tsx';

export function PasswordDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useWords();
  const submission = useSubmit('auth.changePassword', { onAnswer: beginSession });
  const form = useForm(submission, { current_password: '', new_password: '' });
  const change = async (): Promise<void> => {
    if (!(await submission.submit(form.values))) return;
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
    </SubmitDialog>
  );
}

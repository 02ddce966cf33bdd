/** Turns the second factor off, which takes both factors. */
import type { ReactNode } from 'react';
import { seenAt } from '../../api/lost-answer.ts';
import { useSubmit } from '../../api/submit.ts';
import { useForm } from '../../forms/form.ts';
import { SubmitDialog } from '../../forms/submit-form.tsx';
import { TextField } from '../../forms/fields/text-field.tsx';
import { useWords } from '../../words.ts';
import { PasswordField } from '../sign-in/password-field.tsx';

export function DisableSecondFactor({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useWords();
  const submission = useSubmit('auth.totp.disable', {
    findOutcome: seenAt('auth.totp.get', {}, ({ enabled }) => !enabled),
  });
  const form = useForm(submission, { password: '', code: '' });
  const disable = async (): Promise<void> => {
    if (await submission.submit(form.values)) onClose();
  };
  return (
    <SubmitDialog
      form={form}
      title={t('account.turn_off')}
      submitLabel={t('account.turn_off')}
      onSubmit={disable}
      onClose={onClose}
      isDanger
    >
      <PasswordField
        label={t('sign_in.password')}
        autoComplete="current-password"
        {...form.field('password')}
      />
      <TextField
        label={t('sign_in.code')}
        description={t('sign_in.code_hint')}
        autoComplete="one-time-code"
        {...form.field('code')}
        disabled={false}
      />
    </SubmitDialog>
  );
}

/** Signing in, with a second factor where one is on. */
import { useState, type ReactNode } from 'react';
import { useSubmit } from '../../api/submit.ts';
import { useForm } from '../../forms/form.ts';
import { SubmitForm } from '../../forms/submit-form.tsx';
import { TextField } from '../../forms/fields/text-field.tsx';
import { beginSession } from '../../session/session.ts';
import { useWords } from '../../words.ts';
import { PasswordField } from './password-field.tsx';

/** @param email of who was signed in before */
export function SignInForm({ email: usual = '' }: { email?: string }): ReactNode {
  const { t } = useWords();
  const submission = useSubmit('auth.login', { onAnswer: beginSession });
  const form = useForm(submission, { email: usual, password: '', code: '' });
  const { error } = submission;
  const [asks_code, setAsksCode] = useState(false);
  const { email, password, code } = form.values;
  // The first time, the missing code is not shown as an error.
  const wants_code = error?.reason === 'totp_required';
  if (wants_code && !asks_code) setAsksCode(true);
  return (
    <SubmitForm
      form={form}
      submitLabel={t('sign_in.submit')}
      busyLabel={t('sign_in.submit')}
      onSubmit={() =>
        submission.submit({ email: email.trim(), password, code: asks_code ? code.trim() : undefined })
      }
      error={wants_code && code === '' ? null : error}
      isWide
    >
      <TextField
        label={t('sign_in.email')}
        type="email"
        autoComplete="username"
        autoFocus={usual === ''}
        {...form.field('email')}
        disabled={false}
      />
      <PasswordField
        label={t('sign_in.password')}
        autoComplete="current-password"
        autoFocus={usual !== ''}
        {...form.field('password')}
      />
      {asks_code && (
        <TextField
          label={t('sign_in.code')}
          description={t('sign_in.code_hint')}
          autoComplete="one-time-code"
          autoFocus
          value={code}
          onChange={(typed) => form.change({ code: typed })}
        />
      )}
    </SubmitForm>
  );
}

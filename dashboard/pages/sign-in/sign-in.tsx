/** Signing in, with a second factor where one is on. */
import { Anchor, Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link, Redirect, useSearchParams } from 'wouter';
import { useSubmit } from '../../api/submit.ts';
import { useForm } from '../../forms/form.ts';
import { SubmitForm } from '../../forms/submit-form.tsx';
import { TextField } from '../../forms/fields/text-field.tsx';
import { localPath } from '../../session/next-path.rules.ts';
import { beginSession, useSession } from '../../session/session.ts';
import { useWords } from '../../words.ts';
import { PasswordField } from './password-field.tsx';
import { PublicPage } from './public-page.tsx';

export function SignIn(): ReactNode {
  const { t } = useWords();
  const [params] = useSearchParams();
  const is_signed_in = useSession() !== null;
  const submission = useSubmit('auth.login', { onAnswer: beginSession });
  const form = useForm(submission, { email: '', password: '', code: '' });
  const { error } = submission;
  const [asks_code, setAsksCode] = useState(false);

  if (is_signed_in) return <Redirect to={localPath(params.get('next'))} replace />;

  const { email, password, code } = form.values;
  // The first time, the missing code is not shown as an error.
  const wants_code = error?.reason === 'totp_required';
  if (wants_code && !asks_code) setAsksCode(true);
  return (
    <PublicPage title={t('sign_in.title')}>
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
          autoFocus
          {...form.field('email')}
          disabled={false}
        />
        <PasswordField
          label={t('sign_in.password')}
          autoComplete="current-password"
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
      <Group justify="space-between">
        {registrationIsOpen() && (
          <Anchor component={Link} href="/register" size="sm">
            {t('sign_in.register')}
          </Anchor>
        )}
        <Anchor component={Link} href="/forgot-password" size="sm">
          {t('sign_in.forgot')}
        </Anchor>
      </Group>
    </PublicPage>
  );
}

/** The service puts it into the page. */
function registrationIsOpen(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name=registration]')?.content !== 'closed';
}

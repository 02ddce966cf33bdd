/** Signing in, with a second factor where one is on. */
import { Anchor, Button, Group, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Link, Redirect, useSearchParams } from 'wouter';
import { useSubmission } from '../../api/submission.ts';
import type { Session } from '../../generated/wire.ts';
import { localPath } from '../../session/next-path.rules.ts';
import { beginSession, useSession } from '../../session/session.ts';
import { ErrorAlert, fieldError } from '../../ui/error-alert.tsx';
import { Checking } from '../../ui/submit-dialog.tsx';
import { useWords } from '../../words.ts';
import { PasswordField } from './password-field.tsx';
import { PublicPage } from './public-page.tsx';

export function SignIn(): ReactNode {
  const { t } = useWords();
  const [params] = useSearchParams();
  const is_signed_in = useSession() !== null;
  const submission = useSubmission<Session>({ key: 'none' });
  const [fields, setFields] = useState({ email: '', password: '', code: '' });
  const { state, is_busy, error } = submission;
  const [asks_code, setAsksCode] = useState(false);

  if (is_signed_in) return <Redirect to={localPath(params.get('next'))} replace />;

  const change = (name: keyof typeof fields) => (value: string) => setFields({ ...fields, [name]: value });
  const signIn = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const { email, password, code } = fields;
    const answer = await submission.submit({
      path: '/api/auth/login',
      body: { email: email.trim(), password, ...(asks_code ? { code: code.trim() } : {}) },
    });
    if (answer) beginSession(answer.data);
  };
  // Asking for the code is no fault of the person's, the first time.
  const wants_code = error?.reason === 'totp_required';
  if (wants_code && !asks_code) setAsksCode(true);
  return (
    <PublicPage title={t('sign_in.title')}>
      <form onSubmit={(event) => void signIn(event)} noValidate>
        <Stack>
          <TextInput
            label={t('sign_in.email')}
            type="email"
            autoComplete="username"
            value={fields.email}
            onChange={(event) => change('email')(event.currentTarget.value)}
            error={fieldError(error, 'email')}
            autoFocus
          />
          <PasswordField
            label={t('sign_in.password')}
            autoComplete="current-password"
            value={fields.password}
            onChange={change('password')}
            error={fieldError(error, 'password')}
          />
          {asks_code && (
            <TextInput
              label={t('sign_in.code')}
              description={t('sign_in.code_hint')}
              autoComplete="one-time-code"
              value={fields.code}
              onChange={(event) => change('code')(event.currentTarget.value)}
              autoFocus
            />
          )}
          {error && !(wants_code && fields.code === '') && (
            <ErrorAlert error={error} shown_fields={['email', 'password']} />
          )}
          <Checking is_checking={state.step === 'checking'} />
          <Button type="submit" disabled={is_busy} fullWidth>
            {t('sign_in.submit')}
          </Button>
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
        </Stack>
      </form>
    </PublicPage>
  );
}

/** What the service says in the page that it served. */
function registrationIsOpen(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name=registration]')?.content !== 'closed';
}

/** Registering, while that is open; a project is made next. */
import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Link, Redirect } from 'wouter';
import { useSubmission } from '../../api/submission.ts';
import type { Session } from '../../generated/wire.ts';
import { beginSession, useSession } from '../../session/session.ts';
import { ErrorAlert, fieldError } from '../../ui/error-alert.tsx';
import { Checking } from '../../ui/submit-dialog.tsx';
import { useWords } from '../../words.ts';
import { PasswordField } from './password-field.tsx';
import { PublicPage } from './public-page.tsx';

export function Register(): ReactNode {
  const { t } = useWords();
  const is_signed_in = useSession() !== null;
  const submission = useSubmission<Session>({ key: 'none' });
  const [fields, setFields] = useState({ name: '', email: '', password: '' });
  const { state, is_busy, error } = submission;

  if (is_signed_in) return <Redirect to="/projects/new" replace />;

  const change = (name: keyof typeof fields) => (value: string) => setFields({ ...fields, [name]: value });
  const register = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const body = { ...fields, email: fields.email.trim(), name: fields.name.trim() };
    const answer = await submission.submit({ path: '/api/auth/register', body });
    if (answer) beginSession(answer.data);
  };
  return (
    <PublicPage title={t('sign_in.register')}>
      <form onSubmit={(event) => void register(event)} noValidate>
        <Stack>
          <TextInput
            label={t('sign_in.name')}
            autoComplete="name"
            value={fields.name}
            onChange={(event) => change('name')(event.currentTarget.value)}
            error={fieldError(error, 'name')}
            autoFocus
          />
          <TextInput
            label={t('sign_in.email')}
            type="email"
            autoComplete="username"
            value={fields.email}
            onChange={(event) => change('email')(event.currentTarget.value)}
            error={fieldError(error, 'email')}
          />
          <PasswordField
            label={t('sign_in.password')}
            description={t('sign_in.password_hint')}
            autoComplete="new-password"
            value={fields.password}
            onChange={change('password')}
            error={fieldError(error, 'password')}
          />
          {error && <ErrorAlert error={error} shown_fields={['name', 'email', 'password']} />}
          <Checking is_checking={state.step === 'checking'} />
          <Button type="submit" disabled={is_busy} fullWidth>
            {t('sign_in.register')}
          </Button>
          <Anchor component={Link} href="/sign-in" size="sm">
            {t('sign_in.have_account')}
          </Anchor>
        </Stack>
      </form>
    </PublicPage>
  );
}

/** Asking for a way to set a new password. The answer does not tell whether anybody has the address. */
import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useSubmission } from '../../api/submission.ts';
import { ErrorAlert, fieldError } from '../../ui/error-alert.tsx';
import { Checking } from '../../ui/submit-dialog.tsx';
import { useWords } from '../../words.ts';
import { PublicPage } from './public-page.tsx';

export function ForgotPassword(): ReactNode {
  const { t } = useWords();
  const submission = useSubmission<{ delivery: 'email' | 'operator' }>({ key: 'none' });
  const [email, setEmail] = useState('');
  const { state, is_busy, error, data } = submission;
  const ask = (event: FormEvent): void => {
    event.preventDefault();
    void submission.submit({ path: '/api/auth/password/forgot', body: { email: email.trim() } });
  };
  return (
    <PublicPage title={t('sign_in.forgot')}>
      {data ? (
        <Alert role="status" color="teal" variant="light">
          {data.delivery === 'email' ? t('sign_in.reset_sent') : t('sign_in.reset_by_operator')}
        </Alert>
      ) : (
        <form onSubmit={ask} noValidate>
          <Stack>
            <Text size="sm">{t('sign_in.forgot_hint')}</Text>
            <TextInput
              label={t('sign_in.email')}
              type="email"
              autoComplete="username"
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
              error={fieldError(error, 'email')}
            />
            <ErrorAlert error={error} shown_fields={['email']} />
            <Checking is_checking={state.step === 'checking'} />
            <Button type="submit" disabled={is_busy}>
              {t('sign_in.ask_reset')}
            </Button>
          </Stack>
        </form>
      )}
      <Anchor component={Link} href="/reset-password" size="sm">
        {t('sign_in.have_token')}
      </Anchor>
      <Anchor component={Link} href="/sign-in" size="sm">
        {t('sign_in.title')}
      </Anchor>
    </PublicPage>
  );
}

/** Requests a token for a new password. The answer does not reveal whether the address is registered. */
import { Alert, Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useSubmit } from '../../api/submit.ts';
import { useForm } from '../../forms/form.ts';
import { SubmitForm } from '../../forms/submit-form.tsx';
import { TextField } from '../../forms/fields/text-field.tsx';
import { useWords } from '../../words.ts';
import { PublicPage } from './public-page.tsx';

export function ForgotPassword(): ReactNode {
  const { t } = useWords();
  const submission = useSubmit('auth.forgotPassword');
  const form = useForm(submission, { email: '' });
  const { data } = submission;
  return (
    <PublicPage title={t('sign_in.forgot')}>
      {data ? (
        <Alert role="status" color="teal" variant="light">
          {data.delivery === 'email' ? t('sign_in.reset_sent') : t('sign_in.reset_by_operator')}
        </Alert>
      ) : (
        <SubmitForm
          form={form}
          submitLabel={t('sign_in.ask_reset')}
          busyLabel={t('sign_in.ask_reset')}
          onSubmit={() => submission.submit({ email: form.values.email.trim() })}
          isWide
        >
          <Text size="sm">{t('sign_in.forgot_hint')}</Text>
          <TextField
            label={t('sign_in.email')}
            type="email"
            autoComplete="username"
            {...form.field('email')}
            disabled={false}
          />
        </SubmitForm>
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

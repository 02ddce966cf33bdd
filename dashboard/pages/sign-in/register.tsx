/** Registration, while it is open; creating a project is next. */
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, Redirect } from 'wouter';
import { useSubmit } from '../../api/submit.ts';
import { useForm } from '../../forms/form.ts';
import { SubmitForm } from '../../forms/submit-form.tsx';
import { TextField } from '../../forms/fields/text-field.tsx';
import { beginSession, useSession } from '../../session/session.ts';
import { useWords } from '../../words.ts';
import { PasswordField } from './password-field.tsx';
import { PublicPage } from './public-page.tsx';

export function Register(): ReactNode {
  const { t } = useWords();
  const is_signed_in = useSession() !== null;
  const submission = useSubmit('auth.register', { onAnswer: beginSession });
  const form = useForm(submission, { name: '', email: '', password: '' });
  if (is_signed_in) return <Redirect to="/projects/new" replace />;
  const { name, email, password } = form.values;
  return (
    <PublicPage title={t('sign_in.register')}>
      <SubmitForm
        form={form}
        submitLabel={t('sign_in.register')}
        busyLabel={t('sign_in.register')}
        onSubmit={() => submission.submit({ name: name.trim(), email: email.trim(), password })}
        isWide
      >
        <TextField
          label={t('sign_in.name')}
          autoComplete="name"
          autoFocus
          {...form.field('name')}
          disabled={false}
        />
        <TextField
          label={t('sign_in.email')}
          type="email"
          autoComplete="username"
          {...form.field('email')}
          disabled={false}
        />
        <PasswordField
          label={t('sign_in.password')}
          description={t('sign_in.password_hint')}
          autoComplete="new-password"
          {...form.field('password')}
        />
      </SubmitForm>
      <Anchor component={Link} href="/sign-in" size="sm">
        {t('sign_in.have_account')}
      </Anchor>
    </PublicPage>
  );
}

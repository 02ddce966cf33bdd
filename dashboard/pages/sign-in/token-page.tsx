/** A page for a token from an e-mail, which works once: it is typed, or part of the link behind `#`, which no server sees. */
import { Alert, Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useForm, type Form } from '../../forms/form.ts';
import { SubmitForm } from '../../forms/submit-form.tsx';
import { TextField } from '../../forms/fields/text-field.tsx';
import { useSubmit } from '../../api/submit.ts';
import { useWords } from '../../words.ts';
import { PublicPage } from './public-page.tsx';

interface TokenFields {
  token: string;
  new_password: string;
}

export interface TokenPageProps {
  operation: 'auth.resetPassword' | 'auth.verifyEmail';
  title: string;
  submitLabel: string;
  /** Said when it is done. */
  done: string;
  /** Fields after the token. */
  children?: (form: Form<TokenFields>) => ReactNode;
}

export function TokenPage({ operation, title, submitLabel, done, children }: TokenPageProps): ReactNode {
  const { t } = useWords();
  const submission = useSubmit(operation);
  const form = useForm<TokenFields>(submission, () => ({ token: tokenInAddress(), new_password: '' }));
  const { token, new_password } = form.values;
  return (
    <PublicPage title={title}>
      {submission.is_answered ? (
        <Alert role="status" color="teal" variant="light">
          {done}
        </Alert>
      ) : (
        <SubmitForm
          form={form}
          submitLabel={submitLabel}
          busyLabel={submitLabel}
          onSubmit={() => submission.submit({ token: token.trim(), ...(children ? { new_password } : {}) })}
          isWide
        >
          <TextField
            label={t('sign_in.token')}
            description={t('sign_in.token_hint')}
            {...form.field('token')}
            disabled={false}
          />
          {children?.(form)}
        </SubmitForm>
      )}
      <Anchor component={Link} href="/sign-in" size="sm">
        {t('sign_in.title')}
      </Anchor>
    </PublicPage>
  );
}

function tokenInAddress(): string {
  return new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '';
}

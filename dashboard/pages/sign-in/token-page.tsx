/** A page where a token from an e-mail is used once: it stands in the link behind `#`, which no server sees, or is typed. */
import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useSubmission } from '../../api/submission.ts';
import { ErrorAlert, fieldError } from '../../ui/error-alert.tsx';
import { Checking } from '../../ui/submit-dialog.tsx';
import { useWords } from '../../words.ts';
import { PublicPage } from './public-page.tsx';

export interface TokenPageProps {
  title: string;
  path: string;
  /** Sent besides the token. */
  body?: object;
  submit_label: string;
  /** Said when it is done. */
  done: string;
  /** Fields after the token; they show their own faults. */
  children?: (error: Error | null) => ReactNode;
  shown_fields?: readonly string[];
}

export function TokenPage(props: TokenPageProps): ReactNode {
  const { title, path, body = {}, submit_label, done, children, shown_fields = [] } = props;
  const { t } = useWords();
  const submission = useSubmission({ key: 'none' });
  const [token, setToken] = useState(tokenInAddress);
  const { state, is_busy, error } = submission;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    void submission.submit({ path, body: { ...body, token: token.trim() } });
  };
  return (
    <PublicPage title={title}>
      {state.step === 'answered' ? (
        <Alert role="status" color="teal" variant="light">
          {done}
        </Alert>
      ) : (
        <form onSubmit={send} noValidate>
          <Stack>
            <TextInput
              label={t('sign_in.token')}
              description={t('sign_in.token_hint')}
              value={token}
              onChange={(event) => setToken(event.currentTarget.value)}
              autoComplete="off"
              error={fieldError(error, 'token')}
            />
            {children?.(error)}
            <ErrorAlert error={error} shown_fields={['token', ...shown_fields]} />
            <Checking is_checking={state.step === 'checking'} />
            <Button type="submit" disabled={is_busy}>
              {submit_label}
            </Button>
          </Stack>
        </form>
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

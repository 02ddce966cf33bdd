/** The page for signing in. */
import { Anchor, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, Redirect, useSearchParams } from 'wouter';
import { localPath } from '../../session/next-path.rules.ts';
import { useSession } from '../../session/session.ts';
import { useWords } from '../../words.ts';
import { PublicPage } from './public-page.tsx';
import { SignInForm } from './sign-in-form.tsx';

export function SignIn(): ReactNode {
  const { t } = useWords();
  const [params] = useSearchParams();
  const is_signed_in = useSession() !== null;
  if (is_signed_in) return <Redirect to={localPath(params.get('next'))} replace />;

  return (
    <PublicPage title={t('sign_in.title')}>
      <SignInForm />
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

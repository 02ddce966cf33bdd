/** Sets a new password with the token from an e-mail or from the server's operator. */
import type { ReactNode } from 'react';
import { useWords } from '../../words.ts';
import { PasswordField } from './password-field.tsx';
import { TokenPage } from './token-page.tsx';

export function ResetPassword(): ReactNode {
  const { t } = useWords();
  return (
    <TokenPage
      operation="auth.resetPassword"
      title={t('sign_in.reset')}
      submitLabel={t('sign_in.set_password')}
      done={t('sign_in.password_set')}
    >
      {(form) => (
        <PasswordField
          label={t('sign_in.new_password')}
          description={t('sign_in.password_hint')}
          autoComplete="new-password"
          {...form.field('new_password')}
        />
      )}
    </TokenPage>
  );
}

/** Setting a new password with the token of an e-mail, or of the server's operator. */
import { useState, type ReactNode } from 'react';
import { fieldError } from '../../ui/error-alert.tsx';
import { useWords } from '../../words.ts';
import { PasswordField } from './password-field.tsx';
import { TokenPage } from './token-page.tsx';

export function ResetPassword(): ReactNode {
  const { t } = useWords();
  const [new_password, setPassword] = useState('');
  return (
    <TokenPage
      title={t('sign_in.reset')}
      path="/api/auth/password/reset"
      body={{ new_password }}
      submit_label={t('sign_in.set_password')}
      done={t('sign_in.password_set')}
      shown_fields={['new_password']}
    >
      {(error) => (
        <PasswordField
          label={t('sign_in.new_password')}
          description={t('sign_in.password_hint')}
          autoComplete="new-password"
          value={new_password}
          onChange={setPassword}
          error={fieldError(error, 'new_password')}
        />
      )}
    </TokenPage>
  );
}

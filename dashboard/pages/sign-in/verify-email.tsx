/** Confirming an e-mail address with the token that was sent to it. */
import type { ReactNode } from 'react';
import { useWords } from '../../words.ts';
import { TokenPage } from './token-page.tsx';

export function VerifyEmail(): ReactNode {
  const { t } = useWords();
  return (
    <TokenPage
      title={t('sign_in.verify')}
      operation="auth.verifyEmail"
      submitLabel={t('sign_in.confirm_address')}
      done={t('sign_in.address_confirmed')}
    />
  );
}

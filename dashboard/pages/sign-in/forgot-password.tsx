import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { useWords } from '../../words.ts';

export function ForgotPassword(): ReactNode {
  const { t } = useWords();
  return <Page title={t('sign_in.forgot')}>{null}</Page>;
}

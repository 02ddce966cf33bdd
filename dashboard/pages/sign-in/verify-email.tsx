import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { useWords } from '../../words.ts';

export function VerifyEmail(): ReactNode {
  const { t } = useWords();
  return <Page title={t('sign_in.verify')}>{null}</Page>;
}

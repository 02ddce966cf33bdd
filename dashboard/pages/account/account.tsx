import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { useWords } from '../../words.ts';

export function Account(): ReactNode {
  const { t } = useWords();
  return <Page title={t('account.security')}>{null}</Page>;
}

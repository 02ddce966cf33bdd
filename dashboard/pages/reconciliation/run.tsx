import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { useWords } from '../../words.ts';

export function Run(): ReactNode {
  const { t } = useWords();
  return <Page title={t('nav.reconciliation')}>{null}</Page>;
}

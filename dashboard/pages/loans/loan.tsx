import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { useWords } from '../../words.ts';

export function Loan(): ReactNode {
  const { t } = useWords();
  return <Page title={t('nav.loans')}>{null}</Page>;
}

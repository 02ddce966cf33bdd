import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { useWords } from '../../words.ts';

export function LoanApplication(): ReactNode {
  const { t } = useWords();
  return <Page title={t('loan_application.title')}>{null}</Page>;
}

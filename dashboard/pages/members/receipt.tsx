import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { useWords } from '../../words.ts';

export function Receipt(): ReactNode {
  const { t } = useWords();
  return <Page title={t('receipt.title')}>{null}</Page>;
}

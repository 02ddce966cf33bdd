import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { useWords } from '../../words.ts';

export function Statement(): ReactNode {
  const { t } = useWords();
  return <Page title={t('statement.title')}>{null}</Page>;
}

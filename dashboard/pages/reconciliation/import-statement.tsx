import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { useWords } from '../../words.ts';

export function ImportStatement(): ReactNode {
  const { t } = useWords();
  return <Page title={t('import_statement.title')}>{null}</Page>;
}

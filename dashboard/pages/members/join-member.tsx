import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { useWords } from '../../words.ts';

export function JoinMember(): ReactNode {
  const { t } = useWords();
  return <Page title={t('members.join')}>{null}</Page>;
}

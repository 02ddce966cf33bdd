/** An address that has no page. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Page } from './page.tsx';
import { useWords } from '../../words.ts';

export function NotFound(): ReactNode {
  const { t } = useWords();
  return (
    <Page title={t('error.not_found')}>
      <Text>{t('error.not_found_hint')}</Text>
    </Page>
  );
}

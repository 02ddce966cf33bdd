import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { useWords } from '../../words.ts';

export function PaymentLinks(): ReactNode {
  const { t } = useWords();
  return <Page title={t('nav.payment_links')}>{null}</Page>;
}

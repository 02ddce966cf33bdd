/** Links to checkout pages: sent, or shown as a QR code, to whoever is to pay. */
import { Button, SimpleGrid, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useList } from '../../api/reads.ts';
import { Loading } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { Page } from '../../ui/page/page.tsx';
import { useWords } from '../../words.ts';
import { LinkCard } from './link-card.tsx';
import { NewLink } from './new-link.tsx';

export function PaymentLinks(): ReactNode {
  const { t } = useWords();
  const list = useList('paymentLinks.list', { limit: 24 });
  const [is_adding, setIsAdding] = useState(false);
  return (
    <Page
      title={t('nav.payment_links')}
      actions={<Button onClick={() => setIsAdding(true)}>{t('payment_links.new')}</Button>}
    >
      {list.is_loading && <Loading />}
      {list.error && <ErrorAlert error={list.error} />}
      {!list.is_loading && !list.error && list.items.length === 0 && (
        <Text component="div" c="dimmed" className="empty">
          <Empty what="empty.payment_links" />
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        {list.items.map((link) => (
          <LinkCard key={link.id} link={link} />
        ))}
      </SimpleGrid>
      <LoadMore list={list} />
      {is_adding && <NewLink onClose={() => setIsAdding(false)} />}
    </Page>
  );
}

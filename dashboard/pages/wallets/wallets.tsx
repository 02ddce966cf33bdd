/** Top-ups of wallets, blocked ones first, and transfers between wallets. */
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Page } from '../../ui/page/page.tsx';
import { useFilter } from '../../forms/filters/filters.ts';
import { LinkTabs } from '../../ui/page/link-tabs.tsx';
import { useWords } from '../../words.ts';
import { TopupsTable } from './topups-table.tsx';
import { WalletTransfer } from './wallet-transfer.tsx';

type Tab = 'blocked' | 'pending' | 'all';

export function Wallets(): ReactNode {
  const { t } = useWords();
  const [filter, setTab] = useFilter('status', 'blocked');
  const tab: Tab = filter === 'pending' || filter === 'all' ? filter : 'blocked';
  const [is_transferring, setIsTransferring] = useState(false);
  return (
    <Page
      title={t('wallets.title')}
      actions={<Button onClick={() => setIsTransferring(true)}>{t('wallets.transfer')}</Button>}
    >
      <LinkTabs<Tab>
        label={t('wallets.topups')}
        tabs={[
          { value: 'blocked', label: t('wallets.blocked') },
          { value: 'pending', label: t('wallets.pending') },
          { value: 'all', label: t('wallets.all') },
        ]}
        value={tab}
        onChange={setTab}
      >
        <TopupsTable key={tab} status={tab === 'all' ? null : tab} />
      </LinkTabs>
      {is_transferring && <WalletTransfer onClose={() => setIsTransferring(false)} />}
    </Page>
  );
}

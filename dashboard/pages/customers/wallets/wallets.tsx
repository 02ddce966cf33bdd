/** A customer's wallets: opened, filled from the merchant's balance, and emptied back into it. */
import { Button, Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useList } from '../../../api/reads.ts';
import type { Customer, Wallet } from '../../../generated/wire.ts';
import { moneyColumn } from '../../../money/money-column.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { useWords } from '../../../words.ts';
import { OpenWallet } from './open-wallet.tsx';
import { WalletMovement, type WalletDirection } from './wallet-movement.tsx';

export function CustomerWallets({ customer }: { customer: Customer }): ReactNode {
  const { t } = useWords();
  const list = useList('customers.wallets.list', { customer: customer.id });
  const [is_opening, setIsOpening] = useState(false);
  const [movement, setMovement] = useState<{ direction: WalletDirection; wallet: Wallet } | null>(null);
  const is_active = customer.status === 'active';
  const columns: Column<Wallet>[] = [
    { header: t('amount.currency'), cell: ({ currency }) => currency },
    moneyColumn(t('wallets.balance'), 'balance_minor'),
    moneyColumn(t('wallets.available'), 'available_minor'),
    {
      header: t('wallets.opened'),
      cell: ({ created_at }) => <Moment at={created_at} withTime={false} />,
    },
    {
      header: t('wallets.move'),
      cell: (wallet) =>
        is_active ? (
          <Group gap="xs" className="row-actions">
            <Button size="xs" variant="light" onClick={() => setMovement({ direction: 'deposit', wallet })}>
              {t('movement.deposit')}
            </Button>
            <Button
              size="xs"
              variant="default"
              onClick={() => setMovement({ direction: 'withdraw', wallet })}
            >
              {t('movement.withdraw')}
            </Button>
          </Group>
        ) : (
          '–'
        ),
    },
  ];
  return (
    <Section
      title={t('wallets.title')}
      actions={
        is_active && (
          <Button variant="default" size="xs" onClick={() => setIsOpening(true)}>
            {t('wallets.open')}
          </Button>
        )
      }
    >
      <ListTable
        name={t('wallets.title')}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={<Empty what="empty.customer_wallets" />}
      />
      {is_opening && (
        <OpenWallet
          customer={customer}
          held={list.items.map(({ currency }) => currency)}
          onClose={() => setIsOpening(false)}
        />
      )}
      {movement && (
        <WalletMovement
          direction={movement.direction}
          // As it was read last, also while the dialog is open.
          wallet={list.items.find(({ id }) => id === movement.wallet.id) ?? movement.wallet}
          customer={customer}
          onClose={() => setMovement(null)}
        />
      )}
    </Section>
  );
}

/** The savings accounts of a member with what can be done with each, and a new one. */
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Member, SavingsAccount } from '../../../generated/wire.ts';
import { Money } from '../../../money/money.tsx';
import { remaining } from '../../../money/remaining.rules.ts';
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx';
import { MovementDialog } from '../../../movement/movement-dialog.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { LocalDate } from '../../../ui/moment.tsx';
import { useWords } from '../../../words.ts';
import { BalanceTrend } from '../balance-trend.tsx';
import { mayPayIn } from '../standing.rules.ts';
import { DividendAccount } from './dividend-account.tsx';
import { NoticeDialog } from './notice-dialog.tsx';
import { OpenAccountDialog } from './open-account-dialog.tsx';
import { TransferDialog } from './transfer-dialog.tsx';

interface Opened {
  name: 'deposit' | 'withdraw' | 'transfer' | 'notice' | 'close';
  account: SavingsAccount;
}

export function SavingsAccounts({ member, currency }: { member: Member; currency: string }): ReactNode {
  const { t, word } = useWords();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [is_opening, setOpening] = useState(false);
  const { savings_accounts: accounts, status } = member;
  const may_pay_in = mayPayIn(member);
  const may_pay_out = status === 'active';
  const close = (): void => setOpened(null);
  const act = (name: Opened['name'], label: string, account: SavingsAccount): ReactNode => (
    <Button size="xs" variant="default" onClick={() => setOpened({ name, account })}>
      {label}
    </Button>
  );
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('savings.accounts')}
        </Title>
        {may_pay_in && (
          <Button size="xs" variant="default" onClick={() => setOpening(true)}>
            {t('savings.open')}
          </Button>
        )}
      </Group>
      {accounts.length === 1 && (
        <Text size="sm" c="dimmed">
          {t('savings.only')}
        </Text>
      )}
      {accounts.length > 1 && (
        <DataTable
          currency={currency}
          name={t('savings.accounts')}
          rows={accounts}
          rowKey={({ id }) => id}
          columns={[
            {
              header: t('savings.product'),
              cell: ({ product_name, kind, term }) => (
                <>
                  {product_name}
                  <Text size="xs" c="dimmed" className="sentence">
                    {word('savings_kind', kind)}
                    {term && (
                      <>
                        {' · '}
                        {t('savings.matures_on')} <LocalDate date={term.matures_on} />
                      </>
                    )}
                  </Text>
                </>
              ),
            },
            {
              header: t('savings.balance'),
              isFigure: true,
              cell: ({ balance_minor }) => <Money minor={balance_minor} currency={currency} />,
            },
            {
              header: t('members.last_year'),
              cell: ({ id }) => (
                <BalanceTrend
                  memberId={member.id}
                  of={({ savings_account_id }) => savings_account_id === id}
                />
              ),
            },
            {
              header: t('members.available'),
              isFigure: true,
              cell: ({ available_minor }) => <Money minor={available_minor} currency={currency} />,
            },
            {
              header: t('savings.actions'),
              cell: (account) => (
                <Group gap="xs">
                  {may_pay_in && account.kind !== 'fixed' && act('deposit', t('movement.deposit'), account)}
                  {may_pay_out &&
                    account.kind !== 'restricted' &&
                    act('withdraw', t('movement.withdraw'), account)}
                  {may_pay_out &&
                    account.kind !== 'restricted' &&
                    act('transfer', t('savings.transfer'), account)}
                  {account.kind === 'regular' && act('notice', t('savings.give_notice'), account)}
                  {!account.is_default &&
                    account.kind !== 'fixed' &&
                    BigInt(account.balance_minor) === 0n &&
                    act('close', t('savings.close'), account)}
                </Group>
              ),
            },
          ]}
        />
      )}
      <DividendAccount member={member} />
      {is_opening && (
        <OpenAccountDialog memberId={member.id} currency={currency} onClose={() => setOpening(false)} />
      )}
      {opened?.name === 'deposit' && (
        <MovementDialog
          movement="deposit"
          input={{ member: member.id, savings_account_id: opened.account.id }}
          currency={currency}
          onClose={close}
          after={(amount_minor) => ({
            minor: BigInt(opened.account.balance_minor) + BigInt(amount_minor),
            name: opened.account.product_name,
          })}
        />
      )}
      {opened?.name === 'withdraw' && (
        <MovementDialog
          movement="withdrawal"
          input={{ member: member.id, savings_account_id: opened.account.id }}
          currency={currency}
          onClose={close}
          after={(amount_minor) =>
            remaining(opened.account.available_minor, amount_minor, opened.account.product_name)
          }
        >
          {opened.account.kind === 'fixed' && <Text size="sm">{t('savings.fixed_means')}</Text>}
        </MovementDialog>
      )}
      {opened?.name === 'transfer' && (
        <TransferDialog member={member} from={opened.account} currency={currency} onClose={close} />
      )}
      {opened?.name === 'close' && (
        <ConfirmDialog
          title={t('savings.close_question', { name: opened.account.product_name })}
          verb={t('savings.close')}
          operation="sacco.savingsAccounts.close"
          input={{ member: member.id, savings_account: opened.account.id }}
          onClose={close}
        >
          {t('savings.close_means')}
        </ConfirmDialog>
      )}
      {opened?.name === 'notice' && (
        <NoticeDialog account={opened.account} currency={currency} onClose={close} />
      )}
    </Stack>
  );
}

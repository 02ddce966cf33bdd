/** One account: what it holds, what it held at a moment, and its transfers; and the transfer made by hand. */
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useRead } from '../../api/reads.ts';
import type { Account } from '../../generated/wire.ts';
import { Money } from '../../money/money.tsx';
import { Loading } from '../../ui/data-table.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { Facts } from '../../ui/facts.tsx';
import { useFilter } from '../../forms/filters/filters.ts';
import { useWords } from '../../words.ts';
import { AccountChoice } from './accounts/account-choice.tsx';
import { useAccountsByHand } from './accounts/accounts.ts';
import { BalanceAt } from './accounts/balance-at.tsx';
import { History } from './accounts/history.tsx';
import { MoveDialog } from './move-dialog.tsx';

export function TransfersTab(): ReactNode {
  const { t } = useWords();
  const [id, setId] = useFilter('account');
  const [is_moving, setMoving] = useState(false);
  const accounts = useAccountsByHand();
  const { data: account, error } = useRead('ledger.accounts.get', id === '' ? null : { account: id });
  const is_by_hand = accounts.items.some((each) => each.id === id);
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <AccountChoice
          label={t('ledger.account')}
          accounts={accounts}
          value={id}
          onChange={setId}
          other={account}
        />
        <Button onClick={() => setMoving(true)}>{t('ledger.new_transfer')}</Button>
      </Group>
      {id === '' && (
        <Text c="dimmed" className="empty">
          {t('ledger.choose_to_see')}
        </Text>
      )}
      {error && <ErrorAlert error={error} />}
      {id !== '' && !error && !account && <Loading />}
      {account && <Balances account={account} />}
      {account && <BalanceAt account={account} />}
      {account && <History account={account} />}
      {is_moving && (
        <MoveDialog
          move="transfer"
          debitAccountId={is_by_hand ? id : undefined}
          onClose={() => setMoving(false)}
        />
      )}
    </Stack>
  );
}

function Balances({ account }: { account: Account }): ReactNode {
  const { t } = useWords();
  const { currency } = account;
  const money = (minor: number | bigint): ReactNode => <Money minor={minor} currency={currency} />;
  return (
    <Paper withBorder p="md" className="panel">
      <Facts
        facts={[
          [t('ledger.balance'), money(account.balance_minor)],
          [t('ledger.available'), money(account.available_minor)],
          [t('ledger.debits_posted'), money(account.debits_posted_minor)],
          [t('ledger.credits_posted'), money(account.credits_posted_minor)],
          [t('ledger.debits_pending'), money(account.debits_pending_minor)],
          [t('ledger.credits_pending'), money(account.credits_pending_minor)],
        ]}
      />
    </Paper>
  );
}

/** The list of accounts with what they hold. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useList } from '../../../api/reads.ts';
import { moneyColumn } from '../../../money/money-column.tsx';
import { Choice } from '../../../forms/fields/choice.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { useFilter } from '../../../forms/filters/filters.ts';
import { Moment } from '../../../ui/moment.tsx';
import { useWords } from '../../../words.ts';
import { OPENED_BY_HAND, OPENED_BY_SERVICE, useAccountName } from './accounts.ts';
import { OpenAccount } from './open-account.tsx';

export function AccountsTab(): ReactNode {
  const { t, word } = useWords();
  const nameOf = useAccountName();
  const [kind, setKind] = useFilter('kind');
  const [is_opening, setOpening] = useState(false);
  const accounts = useList('ledger.accounts.list', { kind: kind || undefined });
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <Choice
          label={t('ledger.kind')}
          value={kind}
          onChange={setKind}
          options={[
            { value: '', label: t('ledger.by_hand') },
            ...[...OPENED_BY_HAND, ...OPENED_BY_SERVICE].map((value) => ({
              value,
              label: word('account_kind', value),
            })),
          ]}
        />
        <Button onClick={() => setOpening(true)}>{t('ledger.open_account')}</Button>
      </Group>
      <ListTable
        isMain
        name={t('ledger.accounts')}
        list={accounts}
        rowKey={({ id }) => id}
        columns={[
          {
            header: t('ledger.account'),
            cell: (account) => (
              <div>
                <Link href={`/ledger/transfers?account=${account.id}`}>{nameOf(account)}</Link>
                <Text size="xs" c="dimmed" className="identifier">
                  {account.id}
                </Text>
              </div>
            ),
          },
          moneyColumn(t('ledger.balance'), 'balance_minor'),
          moneyColumn(t('ledger.available'), 'available_minor'),
          {
            header: t('ledger.opened'),
            cell: ({ created_at }) => <Moment at={created_at} withTime={false} />,
          },
        ]}
      />
      {is_opening && <OpenAccount onClose={() => setOpening(false)} />}
    </Stack>
  );
}

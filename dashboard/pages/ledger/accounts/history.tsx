/** The transfers of one account, newest first. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useList } from '../../../api/reads.ts';
import type { Account, Transfer } from '../../../generated/wire.ts';
import { Money } from '../../../money/money.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { useWords, type TextId } from '../../../words.ts';
import { AccountLink } from './account-link.tsx';

const PHASES: Record<string, TextId> = {
  pending: 'ledger.phase_pending',
  post: 'ledger.phase_post',
  void: 'ledger.phase_void',
};

export function History({ account }: { account: Account }): ReactNode {
  const { t, word } = useWords();
  const transfers = useList('ledger.accounts.listTransfers', { account: account.id });
  const side = (transfer: Transfer, id: string): ReactNode =>
    id === account.id ? <Money minor={transfer.amount_minor} currency={transfer.currency} /> : '';
  const phaseOf = ({ phase }: Transfer): TextId | undefined => (phase === null ? undefined : PHASES[phase]);
  return (
    <ListTable
      isMain
      name={t('ledger.transfers')}
      showName
      list={transfers}
      rowKey={({ id }) => id}
      columns={[
        { header: t('ledger.moment'), cell: ({ created_at }) => <Moment at={created_at} /> },
        {
          header: t('ledger.kind'),
          cell: (transfer) => {
            const phase = phaseOf(transfer);
            return (
              <div>
                {word('kind', transfer.kind)}
                {phase && (
                  <Text size="xs" c="dimmed">
                    {t(phase)}
                  </Text>
                )}
              </div>
            );
          },
        },
        {
          header: t('ledger.other_account'),
          cell: ({ debit_account_id, credit_account_id }) => (
            <AccountLink id={debit_account_id === account.id ? credit_account_id : debit_account_id} />
          ),
        },
        {
          header: t('ledger.memo'),
          cell: ({ memo, reference }) =>
            memo ?? (
              <Text size="sm" c="dimmed">
                {reference}
              </Text>
            ),
        },
        {
          header: t('ledger.debit'),
          isFigure: true,
          cell: (transfer) => side(transfer, transfer.debit_account_id),
        },
        {
          header: t('ledger.credit'),
          isFigure: true,
          cell: (transfer) => side(transfer, transfer.credit_account_id),
        },
      ]}
    />
  );
}

/** Payments without a prompt that the provider is still asked about, or has not confirmed; a lost one is entered here. */
import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { UshirikaError } from '@ushirika/sdk/transport';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';

import { call } from '../../api/client.ts';
import { refreshAll, useList } from '../../api/reads.ts';
import { StatusFilter } from '../../forms/filters/status-filter.tsx';
import type { PaybillConfirmation } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { ListTable } from '../../ui/list-table.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Status } from '../../ui/status.tsx';
import { useWords } from '../../words.ts';
import { EnterTransaction } from './enter-transaction.tsx';

const PER_PAGE = 20;
const STATUSES = ['pending', 'refused', 'confirmed'];

export function Confirmations(): ReactNode {
  const { t, word } = useWords();
  const [status, setStatus] = useState('pending');
  const [is_entering, setEntering] = useState(false);
  const list = useList('paybillConfirmations.list', {
    limit: PER_PAGE,
    ...(status === '' ? {} : { status }),
  });
  return (
    <Section
      title={t('unallocated.confirmations')}
      actions={
        <Button variant="default" onClick={() => setEntering(true)}>
          {t('unallocated.enter')}
        </Button>
      }
    >
      <Group gap="sm" align="flex-end" className="filters">
        <StatusFilter label={t('treasury.status')} value={status} onChange={setStatus} statuses={STATUSES} />
      </Group>
      <ListTable
        name={t('unallocated.confirmations')}
        list={list}
        empty={t('empty.transactions')}
        rowKey={({ id }) => id}
        columns={[
          { header: t('treasury.when'), cell: ({ received_at }) => <Moment at={received_at} /> },
          {
            header: t('unallocated.transaction'),
            cell: ({ payment_id, transaction_id }) =>
              payment_id === null ? (
                transaction_id
              ) : (
                <Link href={`/payments/${payment_id}`}>{transaction_id}</Link>
              ),
          },
          {
            header: t('amount.label'),
            isFigure: true,
            cell: ({ amount_minor, currency }) =>
              amount_minor === null ? '–' : formatMoney(amount_minor, currency),
          },
          { header: t('unallocated.account_number'), cell: ({ account_number }) => account_number || '–' },
          {
            header: t('unallocated.why'),
            cell: ({ status: state, error, next_attempt_at }) => {
              if (error !== null) return word('confirmation_error', error, error);
              return state === 'pending' && next_attempt_at === null ? t('unallocated.given_up') : '–';
            },
          },
          {
            header: t('treasury.status'),
            cell: (row) => (
              <Group gap="xs" wrap="nowrap">
                <Status status={row.status} />
                {row.status !== 'confirmed' && <AskAgain confirmation={row} />}
              </Group>
            ),
          },
        ]}
      />
      {is_entering && <EnterTransaction onClose={() => setEntering(false)} />}
    </Section>
  );
}

function AskAgain({ confirmation }: { confirmation: PaybillConfirmation }): ReactNode {
  const { t } = useWords();
  const { id, transaction_id } = confirmation;
  const { mutate, isPending, error } = useMutation<unknown, UshirikaError>({
    mutationFn: () => call('paybillConfirmations.sync', { paybill_confirmation: id }),
    onSuccess: () => refreshAll(),
  });
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('unallocated.ask_again_about', { transaction: transaction_id })}
        disabled={isPending}
        onClick={() => mutate()}
      >
        {t('unallocated.ask_again')}
      </Button>
      {error && <ErrorAlert error={error} />}
    </>
  );
}

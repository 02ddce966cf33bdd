/** Top-ups, with what can be done about each. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Topup } from '../../generated/wire.ts';
import { summedColumn } from '../../money/money-column.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Status } from '../../ui/status.tsx';
import { useSortedList } from '../../ui/sorted-list.ts';
import { useWords } from '../../words.ts';
import { CustomerLink } from '../customers/customer-link.tsx';
import { TopupActions } from './topup-actions.tsx';

const LOOK_EVERY_MS = 15_000;

/** @param props.status null: all */
export function TopupsTable({ status }: { status: 'blocked' | 'pending' | null }): ReactNode {
  const { t, word } = useWords();
  const list = useSortedList(
    'walletTopups.list',
    { status: status ?? undefined },
    { every_ms: LOOK_EVERY_MS },
  );
  const columns: Column<Topup>[] = [
    { header: t('customers.one'), cell: ({ customer_id }) => <CustomerLink id={customer_id} /> },
    summedColumn(t('amount.label'), 'amount_minor'),
    { header: t('wallets.status'), cell: (topup) => <Status status={topup.status} /> },
    {
      header: t('wallets.why'),
      cell: ({ reason }) => (reason === null ? '–' : word('topup_reason', reason)),
    },
    {
      header: t('payments.one'),
      sort: 'created_at',
      cell: ({ payment_id, created_at }) => (
        <Link href={`/payments/${payment_id}`}>
          <Moment at={created_at} />
        </Link>
      ),
    },
    { header: t('wallets.action'), cell: (topup) => <TopupActions topup={topup} /> },
  ];
  return (
    <ListTable
      isMain
      name={t('wallets.title')}
      empty={t('empty.topups')}
      columns={columns}
      list={list}
      rowKey={({ payment_id }) => payment_id}
    />
  );
}

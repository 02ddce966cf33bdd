/** Money that came without a prompt and belongs to nobody yet: whose it is, or back to its sender, on which a second person decides. */
import { Button, Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useRead } from '../../api/reads.ts';
import { useFilter } from '../../forms/filters/filters.ts';
import { FilterChips } from '../../forms/filters/filter-chips.tsx';
import { StatusFilter } from '../../forms/filters/status-filter.tsx';
import type { Receipt } from '../../generated/wire.ts';
import { summedColumn } from '../../money/money-column.tsx';
import { MovementDialog } from '../../movement/movement-dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Status } from '../../ui/status.tsx';
import { useSortedList } from '../../ui/sorted-list.ts';
import { useWords } from '../../words.ts';
import { AllocateDialog } from './allocate-dialog.tsx';
import { Confirmations } from './confirmations.tsx';
import { RefundDialog } from './refund-dialog.tsx';

const PER_PAGE = 50;
/** Besides those of which some is unallocated, which are listed by themselves. */
const STATUSES = ['pending', 'allocated', 'refunded'];

type Opened = { action: 'allocate' | 'refund'; receipt: Receipt };

export function Unallocated(): ReactNode {
  const { t, reason, status: statusWord } = useWords();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [is_receiving, setReceiving] = useState(false);
  const [status, setStatus] = useFilter('status');
  const { data: figures } = useRead('sacco.treasury', {});
  const list = useSortedList('sacco.unallocated.list', {
    limit: PER_PAGE,
    ...(status === '' ? {} : { status }),
  });
  const close = (): void => setOpened(null);
  return (
    <Page
      title={t('unallocated.title')}
      back={{ href: '/treasury', label: t('nav.treasury') }}
      actions={figures && <Button onClick={() => setReceiving(true)}>{t('movement.receive_at_bank')}</Button>}
    >
      <Text c="dimmed" size="sm">
        {t('unallocated.hint')}
      </Text>
      <Group gap="sm" align="flex-end" className="filters">
        <StatusFilter label={t('treasury.status')} value={status} onChange={setStatus} statuses={STATUSES} />
      </Group>
      <FilterChips
        filters={[{ name: 'status', label: t('treasury.status'), value: status && statusWord(status) }]}
      />
      <ListTable
        name={t('unallocated.title')}
        list={list}
        empty={<Empty what="empty.unallocated" />}
        rowKey={({ id }) => id}
        columns={[
          {
            header: t('treasury.when'),
            sort: 'created_at',
            cell: ({ received_at }) => <Moment at={received_at} />,
          },
          summedColumn(t('amount.label'), status === '' ? 'unallocated_minor' : 'amount_minor'),
          { header: t('unallocated.account_number'), cell: ({ account_number }) => account_number || '–' },
          {
            header: t('unallocated.sender'),
            cell: ({ payer_name, payer_phone, memo }) =>
              [payer_name, payer_phone, memo].filter((each) => each !== null).join(' · ') || '–',
          },
          {
            header: t('unallocated.transaction'),
            cell: ({ payment_id, reference }) =>
              payment_id === null ? (
                (reference ?? '–')
              ) : (
                <Link href={`/payments/${payment_id}`}>{reference ?? payment_id}</Link>
              ),
          },
          {
            header: t('unallocated.why'),
            cell: (receipt) => (receipt.reason === null ? '–' : reason(receipt.reason, receipt.reason)),
          },
          {
            header: t('treasury.status'),
            cell: (receipt) => <Decision receipt={receipt} onOpen={setOpened} />,
          },
        ]}
      />
      <Confirmations />
      {is_receiving && figures && (
        <MovementDialog
          movement="bank_receipt"
          input={{}}
          currency={figures.currency}
          onClose={() => setReceiving(false)}
        />
      )}
      {opened?.action === 'allocate' && <AllocateDialog receipt={opened.receipt} onClose={close} />}
      {opened?.action === 'refund' && <RefundDialog receipt={opened.receipt} onClose={close} />}
    </Page>
  );
}

function Decision({ receipt, onOpen }: { receipt: Receipt; onOpen: (opened: Opened) => void }): ReactNode {
  const { t } = useWords();
  const { status, payment_id } = receipt;
  if (status === 'resolving' || status === 'refunding')
    return (
      <Link href="/approvals">
        <Status status={status} />
      </Link>
    );
  if (status !== 'unallocated') return <Status status={status} ofEntry />;
  // Money at the bank goes back by the reversal of its entry.
  const can_refund = payment_id !== null && receipt.payer_phone !== null;
  const of = { reference: receipt.reference ?? receipt.account_number };
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="compact-sm"
        aria-label={t('unallocated.allocate_of', of)}
        onClick={() => onOpen({ action: 'allocate', receipt })}
      >
        {t('unallocated.allocate')}
      </Button>
      {can_refund && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('unallocated.refund_of', of)}
          onClick={() => onOpen({ action: 'refund', receipt })}
        >
          {t('unallocated.refund')}
        </Button>
      )}
    </Group>
  );
}

/** Money that came without a prompt and belongs to nobody yet: whose it is, or back to its sender, on which a second person decides. */
import { Button, Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useList } from '../../api/reads.ts';
import type { Receipt } from '../../generated/wire.ts';
import { moneyColumn } from '../../money/money-column.tsx';
import { ListTable } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Status } from '../../ui/status.tsx';
import { useWords } from '../../words.ts';
import { AllocateDialog } from './allocate-dialog.tsx';
import { RefundDialog } from './refund-dialog.tsx';

const PER_PAGE = 50;

type Opened = { action: 'allocate' | 'refund'; receipt: Receipt };

export function Unallocated(): ReactNode {
  const { t, reason } = useWords();
  const [opened, setOpened] = useState<Opened | null>(null);
  const list = useList('sacco.unallocated.list', { limit: PER_PAGE });
  const close = (): void => setOpened(null);
  return (
    <Page title={t('unallocated.title')} back={{ href: '/treasury', label: t('nav.treasury') }}>
      <Text c="dimmed" size="sm">
        {t('unallocated.hint')}
      </Text>
      <ListTable
        name={t('unallocated.title')}
        list={list}
        rowKey={({ id }) => id}
        columns={[
          { header: t('treasury.when'), cell: ({ received_at }) => <Moment at={received_at} /> },
          moneyColumn(t('amount.label'), 'unallocated_minor'),
          { header: t('unallocated.account_number'), cell: ({ account_number }) => account_number || '–' },
          {
            header: t('unallocated.sender'),
            cell: ({ payer_name, payer_phone }) =>
              [payer_name, payer_phone].filter((each) => each !== null).join(' · ') || '–',
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
      {opened?.action === 'allocate' && <AllocateDialog receipt={opened.receipt} onClose={close} />}
      {opened?.action === 'refund' && <RefundDialog receipt={opened.receipt} onClose={close} />}
    </Page>
  );
}

function Decision({ receipt, onOpen }: { receipt: Receipt; onOpen: (opened: Opened) => void }): ReactNode {
  const { t } = useWords();
  if (receipt.status !== 'unallocated')
    return (
      <Link href="/approvals">
        <Status status={receipt.status} />
      </Link>
    );
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
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('unallocated.refund_of', of)}
        onClick={() => onOpen({ action: 'refund', receipt })}
      >
        {t('unallocated.refund')}
      </Button>
    </Group>
  );
}

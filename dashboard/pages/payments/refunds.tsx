/** The refunds of a payment. Where the provider has no API for them a person makes them and marks how they ended. */
import { Button, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { List } from '../../api/reads.ts';
import type { Refund } from '../../generated/wire.ts';
import { summedColumn } from '../../money/money-column.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Status } from '../../ui/status.tsx';
import { useWords } from '../../words.ts';
import { MarkRefund } from './mark-refund.tsx';

export function Refunds({ list }: { list: List<Refund> }): ReactNode {
  const { t } = useWords();
  const [marked, setMarked] = useState<Refund | null>(null);
  const columns: Column<Refund>[] = [
    summedColumn(t('amount.label'), 'amount_minor'),
    { header: t('payments.status'), cell: (refund) => <RefundState refund={refund} /> },
    { header: t('payments.reason'), cell: ({ reason }) => reason ?? '–' },
    { header: t('payments.requested_by'), cell: ({ requested_by }) => requested_by?.name ?? '–' },
    { header: t('payments.created'), cell: ({ created_at }) => <Moment at={created_at} /> },
    {
      header: t('payments.outcome'),
      cell: (refund) =>
        refund.status === 'pending' || refund.status === 'processing' ? (
          <Button size="xs" variant="default" onClick={() => setMarked(refund)}>
            {t('payments.mark')}
          </Button>
        ) : (
          [refund.marked_by?.name, refund.note].filter(Boolean).join(': ') || '–'
        ),
    },
  ];
  return (
    <Section title={t('payments.refunds')}>
      <ListTable
        name={t('payments.refunds')}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={<Empty what="empty.refunds" />}
      />
      {marked && <MarkRefund refund={marked} onClose={() => setMarked(null)} />}
    </Section>
  );
}

function RefundState({ refund }: { refund: Refund }): ReactNode {
  const { t, word } = useWords();
  return (
    <Stack gap={2} align="flex-start" component="span" display="inline-flex">
      <Status status={refund.status} />
      {refund.manual && (
        <Text span size="xs" c="dimmed">
          {t('payments.by_hand')}
        </Text>
      )}
      {refund.failure_code !== null && (
        <Text span size="xs">
          {word('payment_failure', refund.failure_code)}
        </Text>
      )}
    </Stack>
  );
}

/** The cash that was taken on this device: what waits, what the service has booked, and what it refused. */
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { Money } from '../../money/money.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { useWords, type TextId } from '../../words.ts';
import type { Taken } from './queue.rules.ts';
import { SettleDialog } from './settle-dialog.tsx';
import type { Queue } from './use-queue.ts';

export interface TakenTableProps {
  name: string;
  taken: readonly Taken[];
  /** For what can be done about a refusal. */
  queue: Queue;
}

export function TakenTable({ name, taken, queue }: TakenTableProps): ReactNode {
  const { t } = useWords();
  const [settled, setSettled] = useState<Taken | null>(null);
  return (
    <>
      <DataTable
        name={name}
        showName
        isDense
        rows={taken}
        rowKey={({ id }) => id}
        columns={[
          { header: t('collections.taken_at'), cell: ({ taken_at }) => <Moment at={taken_at} /> },
          {
            header: t('entry.member'),
            cell: ({ loan_id, full_name, member_no }) => (
              <>
                <Link href={`/loans/${loan_id}`}>{full_name}</Link> <span className="aside">{member_no}</span>
              </>
            ),
          },
          {
            header: t('entry.amount'),
            isFigure: true,
            cell: ({ amount_minor, currency }) => <Money minor={amount_minor} currency={currency} />,
          },
          {
            header: t('entry.status'),
            cell: (each) => <State taken={each} onTryAgain={queue.tryAgain} onSettle={setSettled} />,
          },
        ]}
      />
      {settled && <SettleDialog taken={settled} queue={queue} onClose={() => setSettled(null)} />}
    </>
  );
}

const STATES: Record<Taken['state'], { text: TextId; color: string }> = {
  waiting: { text: 'collections.to_be_sent', color: 'yellow' },
  sent: { text: 'collections.sent', color: 'teal' },
  refused: { text: 'collections.refused', color: 'red' },
};

interface StateProps {
  taken: Taken;
  onTryAgain: (taken: Taken) => Promise<void>;
  onSettle: (taken: Taken) => void;
}

function State({ taken, onTryAgain, onSettle }: StateProps): ReactNode {
  const { t, reason } = useWords();
  const { text, color } = STATES[taken.state];
  return (
    <Stack gap={4} align="flex-start">
      <Group gap="xs">
        <Badge color={color} variant="dot" radius="sm" className="status">
          {t(text)}
        </Badge>
        {taken.entry_id !== null && (
          <Link href={`/entries/${taken.entry_id}/receipt`} className="aside-link no-print">
            {t('receipt.title')}
          </Link>
        )}
      </Group>
      {taken.state === 'refused' && (
        <>
          <Text size="sm">{reason(taken.error, taken.reason ?? '')}</Text>
          <Group gap="xs" className="no-print">
            <Button size="compact-sm" variant="default" onClick={() => void onTryAgain(taken)}>
              {t('error.try_again')}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => onSettle(taken)}>
              {t('collections.settle')}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}

/** Money that is set aside, until it is captured, voided or expires. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useList } from '../../../api/reads.ts';
import type { Hold } from '../../../generated/wire.ts';
import { Money } from '../../../money/money.tsx';
import { moneyColumn } from '../../../money/money-column.tsx';
import { StatusFilter } from '../../../forms/filters/status-filter.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { useFilter } from '../../../forms/filters/filters.ts';
import { Moment } from '../../../ui/moment.tsx';
import { Status } from '../../../ui/status.tsx';
import { useWords } from '../../../words.ts';
import { AccountLink } from '../accounts/account-link.tsx';
import { CaptureHold } from './capture-hold.tsx';
import { MoveDialog } from '../move-dialog.tsx';
import { VoidHold } from './void-hold.tsx';

const STATUSES = ['pending', 'captured', 'voided', 'expired'] as const;

type Dialog = { step: 'new' } | { step: 'capture' | 'void'; hold: Hold };

export function HoldsTab(): ReactNode {
  const { t } = useWords();
  const [status, setStatus] = useFilter('status');
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = (): void => setDialog(null);
  const holds = useList('ledger.holds.list', { status: status || undefined });
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <StatusFilter label={t('ledger.status')} value={status} onChange={setStatus} statuses={STATUSES} />
        <Button onClick={() => setDialog({ step: 'new' })}>{t('ledger.new_hold')}</Button>
      </Group>
      <ListTable
        isMain
        name={t('ledger.holds')}
        list={holds}
        empty={<Empty what="empty.holds" />}
        rowKey={({ id }) => id}
        columns={[
          {
            header: t('ledger.hold'),
            cell: ({ memo, reference, created_at }) => (
              <div>
                {memo ?? reference}
                <Text size="xs" c="dimmed">
                  <Moment at={created_at} />
                </Text>
              </div>
            ),
          },
          {
            header: t('ledger.debit_account'),
            cell: ({ debit_account_id }) => <AccountLink id={debit_account_id} />,
          },
          {
            header: t('ledger.credit_account'),
            cell: ({ credit_account_id }) => <AccountLink id={credit_account_id} />,
          },
          moneyColumn(t('amount.label'), 'amount_minor'),
          { header: t('ledger.status'), cell: (hold) => <HoldStatus hold={hold} /> },
          {
            header: t('ledger.actions'),
            cell: (hold) =>
              hold.status === 'pending' && (
                <Group gap={6} justify="flex-end" wrap="nowrap">
                  <Button size="compact-sm" onClick={() => setDialog({ step: 'capture', hold })}>
                    {t('ledger.capture')}
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => setDialog({ step: 'void', hold })}
                  >
                    {t('ledger.void')}
                  </Button>
                </Group>
              ),
          },
        ]}
      />
      {dialog?.step === 'new' && <MoveDialog move="hold" onClose={close} />}
      {dialog?.step === 'capture' && <CaptureHold hold={dialog.hold} onClose={close} />}
      {dialog?.step === 'void' && <VoidHold hold={dialog.hold} onClose={close} />}
    </Stack>
  );
}

/** With what was captured, or when it expires. */
function HoldStatus({ hold }: { hold: Hold }): ReactNode {
  const { t } = useWords();
  return (
    <div>
      <Status status={hold.status} />
      {hold.status === 'captured' && hold.captured_minor !== hold.amount_minor && (
        <Text size="xs" c="dimmed">
          <Money minor={hold.captured_minor} currency={hold.currency} />
        </Text>
      )}
      {hold.status === 'pending' && hold.expires_at !== null && (
        <Text size="xs" c="dimmed">
          {t('ledger.expires')} <Moment at={hold.expires_at} />
        </Text>
      )}
    </div>
  );
}

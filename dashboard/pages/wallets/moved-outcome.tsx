/** Says that money was moved, once the ledger's transfer is there. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Transfer } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { useWords, type TextId } from '../../words.ts';

export interface MovedOutcomeProps {
  transfer: Transfer;
  /** With `amount`: `Deposited 1,500.00 KES`. */
  done: TextId;
  onClose: () => void;
}

export function MovedOutcome({ transfer, done, onClose }: MovedOutcomeProps): ReactNode {
  const { t } = useWords();
  return (
    <Stack>
      <Alert role="status" color="teal" variant="light">
        <Text fw={600}>{t(done, { amount: formatMoney(transfer.amount_minor, transfer.currency) })}</Text>
      </Alert>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus autoFocus>
          {t('dialog.done')}
        </Button>
      </Group>
    </Stack>
  );
}

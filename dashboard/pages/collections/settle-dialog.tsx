/** An officer says that refused cash is dealt with: the device keeps nothing of it any more. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useReturnFocus } from '../../forms/return-focus.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { useWords } from '../../words.ts';
import type { Taken } from './queue.rules.ts';
import type { Queue } from './use-queue.ts';

export interface SettleDialogProps {
  taken: Taken;
  queue: Queue;
  onClose: () => void;
}

export function SettleDialog({ taken, queue, onClose }: SettleDialogProps): ReactNode {
  const { t } = useWords();
  useReturnFocus();
  const { full_name, amount_minor, currency } = taken;
  const settle = async (): Promise<void> => {
    await queue.settle(taken);
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('collections.settle')}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
      returnFocus={false}
    >
      <Stack>
        <Text size="sm">
          {t('collections.settle_question', {
            name: full_name,
            amount: formatMoney(amount_minor, currency),
          })}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('dialog.cancel')}
          </Button>
          <Button color="red" onClick={() => void settle()}>
            {t('collections.settle')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

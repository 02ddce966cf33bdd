/** What the payer does next, for the staff to pass on. */
import { Alert, Anchor, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { NextAction as Action } from '../../generated/wire.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useWords } from '../../words.ts';

export function NextAction({ action }: { action: Action }): ReactNode {
  const { t } = useWords();
  return (
    <Alert color="yellow" variant="light" title={t('payments.next')}>
      {action.type === 'prompt' ? (
        <Text size="sm">{action.message}</Text>
      ) : (
        <Group gap="sm">
          <Anchor href={action.url} target="_blank" rel="noopener noreferrer" className="long-text">
            {action.url}
          </Anchor>
          <CopyButton text={action.url} label={t('payment_links.copy')} size="xs" />
        </Group>
      )}
    </Alert>
  );
}

/** Says that what is shown was typed before, and offers to begin again. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useWords } from '../words.ts';

export function DraftNotice({ onDiscard }: { onDiscard: () => void }): ReactNode {
  const { t } = useWords();
  const [is_shown, setShown] = useState(true);
  if (!is_shown) return null;
  const discard = (): void => {
    setShown(false);
    onDiscard();
  };
  return (
    <Alert role="status" variant="light" py="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t('draft.kept')}</Text>
        <Button size="compact-sm" variant="default" onClick={discard}>
          {t('draft.discard')}
        </Button>
      </Group>
    </Alert>
  );
}

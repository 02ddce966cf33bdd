/** What is chosen, and the button that decides on it. */
import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../../../words.ts';
import type { RequestChoice } from './use-choice.ts';

export interface BatchBarProps {
  choice: RequestChoice;
  /** The chosen requests are being read. */
  isReading: boolean;
  onOpen: () => void;
}

export function BatchBar({ choice, isReading, onOpen }: BatchBarProps): ReactNode {
  const { t, word } = useWords();
  const { chosen, chooseKind, clear } = choice;
  const kind = chosen[0]?.kind;
  if (kind === undefined) return null;
  return (
    <Group gap="xs" className="batch-bar">
      <Text size="sm" fw={600} role="status">
        {word('kind', kind)}: {t('approvals.chosen', { count: chosen.length })}
      </Text>
      <Button size="compact-sm" loading={isReading} onClick={onOpen}>
        {t('approvals.decide_together')}
      </Button>
      <Button size="compact-sm" variant="default" disabled={isReading} onClick={chooseKind}>
        {t('approvals.choose_kind')}
      </Button>
      <Button size="compact-sm" variant="default" disabled={isReading} onClick={clear}>
        {t('approvals.choose_none')}
      </Button>
    </Group>
  );
}

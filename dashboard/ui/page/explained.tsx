/** What a list holds, in a sentence, with what can be done beside it. */
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export interface ExplainedProps {
  text: string;
  /** Buttons. */
  children?: ReactNode;
}

export function Explained({ text, children }: ExplainedProps): ReactNode {
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      {children}
    </Group>
  );
}

/** One figure with its name, in a region of that name. */
import { Card, Text } from '@mantine/core';
import { useId, type ReactNode } from 'react';

export function FigureCard({
  label,
  children,
  hint,
}: {
  label: string;
  children: ReactNode;
  hint?: ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} withBorder padding="md" className="figure-card">
      <Text id={id} size="sm" c="dimmed">
        {label}
      </Text>
      <div className="figure-value">{children}</div>
      {hint && (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      )}
    </Card>
  );
}

/** One figure with its name, in a region of that name. */
import { Card, Text } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { Link } from 'wouter';

export function FigureCard({
  label,
  children,
  hint,
  href,
}: {
  label: string;
  children: ReactNode;
  hint?: ReactNode;
  /** The page with more details: the whole card links to it. */
  href?: string;
}): ReactNode {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} withBorder padding="md" className="figure-card">
      <Text id={id} size="sm" c="dimmed">
        {href === undefined ? (
          label
        ) : (
          <Link href={href} className="card-link">
            {label}
          </Link>
        )}
      </Text>
      <div className="figure-value">{children}</div>
      {hint && (
        <Text size="xs" c="dimmed" component="div">
          {hint}
        </Text>
      )}
    </Card>
  );
}

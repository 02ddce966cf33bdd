/** The frame of each page: its heading, what can be done there, and its content. */
import { Box, Group, Stack, Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'wouter';
import { ZoneNote } from './zone-note.tsx';

export interface PageProps {
  /** The h1, and the title of the tab. */
  title: string;
  /** Before the heading: a face. */
  picture?: ReactNode;
  /** Beside the heading: a status, a short fact. */
  beside?: ReactNode;
  /** Buttons. */
  actions?: ReactNode;
  /** The page above this one. */
  back?: { href: string; label: string };
  children: ReactNode;
}

export function Page({ title, picture, beside, actions, back, children }: PageProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Ushirika`;
  }, [title]);
  // After navigation the focus is on the heading, for keyboards and screen readers; not while somebody is in a dialog already.
  useEffect(() => {
    if (!document.querySelector('[role=dialog]')) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Stack gap="lg" className="page">
      <Group justify="space-between" align="flex-end" gap="sm" className="page-head">
        <Box>
          {back && (
            <Link href={back.href} className="back-link no-print">
              ‹ {back.label}
            </Link>
          )}
          <Group gap="sm" align="center">
            {picture}
            <Title order={1} ref={heading} tabIndex={-1} className="page-title">
              {title}
            </Title>
            {beside}
          </Group>
        </Box>
        {actions && (
          <Group gap="xs" className="no-print">
            {actions}
          </Group>
        )}
      </Group>
      {children}
      <ZoneNote />
    </Stack>
  );
}

/** The frame of the pages for people who are not signed in. */
import { Container, Group, Paper, Stack, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { LanguageChoice } from '../../shell/language-choice.tsx';
import { SkipLink } from '../../ui/page/skip-link.tsx';

export function PublicPage({ title, children }: { title: string; children: ReactNode }): ReactNode {
  useEffect(() => {
    document.title = `${title} · Ushirika`;
  }, [title]);
  return (
    <>
      <header>
        <SkipLink />
        <Group justify="space-between" p="md">
          <strong>Ushirika</strong>
          <LanguageChoice />
        </Group>
      </header>
      <Container component="main" id="content" tabIndex={-1} size={420} py="xl" px="md">
        <Paper withBorder p="xl" radius="md" className="panel">
          <Stack>
            <Title order={1}>{title}</Title>
            {children}
          </Stack>
        </Paper>
      </Container>
    </>
  );
}

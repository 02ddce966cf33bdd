/** What is shown while something is read for the first time, in the shape of what will be there. */
import { Group, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words.ts';

/** Rows that fit on the first screen. */
const ROWS = [0, 1, 2, 3, 4, 5, 6, 7];

export function TableSkeleton({ columns }: { columns: number }): ReactNode {
  const { t } = useWords();
  return (
    <div className="table-frame" aria-busy="true" aria-label={t('list.loading')} role="status">
      <Stack gap="md" p="sm">
        {ROWS.map((row) => (
          <SimpleGrid key={row} cols={{ base: Math.min(columns, 2), sm: columns }} spacing="lg">
            {Array.from({ length: columns }, (_, column) => (
              <Skeleton
                key={column}
                height={14}
                width={column === 0 ? '90%' : '60%'}
                visibleFrom={column < 2 ? undefined : 'sm'}
              />
            ))}
          </SimpleGrid>
        ))}
      </Stack>
    </div>
  );
}

/** A heading, figures, and what is below them. */
export function PageSkeleton(): ReactNode {
  const { t } = useWords();
  return (
    <Stack gap="lg" aria-busy="true" aria-label={t('list.loading')} role="status">
      <Group justify="space-between" wrap="nowrap">
        <Skeleton height={34} width="min(20rem, 50%)" />
        <Skeleton height={36} width="min(8rem, 25%)" />
      </Group>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        {['first', 'second', 'third', 'fourth'].map((figure) => (
          <Skeleton key={figure} height={84} radius="md" />
        ))}
      </SimpleGrid>
      <Skeleton height={220} radius="md" />
    </Stack>
  );
}

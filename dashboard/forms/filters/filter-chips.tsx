/** The filters of a list that are on, each with a button that removes it. */
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { writeDay } from '../fields/date.rules.ts';
import { useWords } from '../../words.ts';

export interface ChosenFilter {
  /** In the address. */
  name: string;
  label: string;
  /** In words, or a date; '' while it is off. */
  value: string;
}

export function FilterChips({ filters }: { filters: readonly ChosenFilter[] }): ReactNode {
  const { t } = useWords();
  const [, setParams] = useSearchParams();
  const chosen = filters.filter(({ value }) => value !== '');
  if (chosen.length === 0) return null;
  const remove = (names: readonly string[]): void =>
    setParams((before) => new URLSearchParams([...before].filter(([name]) => !names.includes(name))), {
      replace: true,
    });
  return (
    <Group gap="xs" className="no-print" role="group" aria-label={t('list.filters')}>
      {chosen.map(({ name, label, value }) => {
        const filter = `${label}: ${writeDay(value)}`;
        return (
          <Button
            key={name}
            size="compact-sm"
            variant="light"
            radius="xl"
            className="filter-chip"
            rightSection={<span aria-hidden="true">×</span>}
            aria-label={t('list.remove_filter', { filter })}
            onClick={() => remove([name])}
          >
            {filter}
          </Button>
        );
      })}
      {chosen.length > 1 && (
        <Button size="compact-sm" variant="subtle" onClick={() => remove(chosen.map(({ name }) => name))}>
          {t('list.remove_filters')}
        </Button>
      )}
    </Group>
  );
}

/** A table over a list of the API, page by page, with what can be done with the list as a whole. */
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { List, ListSource } from '../api/reads.ts';
import { ROUTES } from '../generated/operations.ts';
import { lazyPart, withLater } from '../later.ts';
import { useShownColumns } from './columns.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { ErrorAlert } from './faults/error-alert.tsx';
import { LoadMore } from './load-more.tsx';
import { Part } from './part.tsx';
import { useRowsMeanwhile } from './rows-meanwhile.ts';
import { TableSkeleton } from './skeletons.tsx';
import { useWords } from '../words.ts';

const ListTools = lazyPart(async () => ({
  default: (await withLater(import('./list-tools.tsx'))).ListTools,
}));

const ListTotals = lazyPart(async () => ({
  default: (await withLater(import('./list-totals.tsx'))).ListTotals,
}));

export interface ListTableProps<Row> extends Omit<DataTableProps<Row>, 'rows' | 'tools' | 'sorting'> {
  list: List<Row>;
  /** The page is about this list: its next page is read when somebody scrolls to the end. */
  isMain?: boolean;
  /** The name under which the choice of its columns is remembered: those with an id can be hidden. */
  choice?: string;
}

/** Whether the API says what the rows come to. What a search finds is not counted. */
export function hasTotals({ id, input }: ListSource): boolean {
  return ROUTES[id].sorts !== undefined && !('q' in input && input.q !== undefined);
}

export function ListTable<Row>({
  list: asked,
  isMain = false,
  choice,
  columns,
  ...table
}: ListTableProps<Row>): ReactNode {
  const { t } = useWords();
  const { shown, hidden, hide } = useShownColumns(columns, choice);
  const { is_outdated, ...list } = useRowsMeanwhile(asked);
  if (list.is_loading) return <TableSkeleton columns={shown.length} />;
  if (list.error) return <ErrorAlert error={list.error} onRetry={list.retry} />;
  const tools = list.items.length > 0 && (
    <Part waiting={<div className="list-tools" />}>
      <ListTools
        name={table.name}
        list={list}
        columns={shown}
        {...(choice === undefined ? {} : { choice: { columns, hidden, hide } })}
      />
    </Part>
  );
  return (
    <Stack gap="sm" aria-busy={is_outdated} className={is_outdated ? 'outdated' : undefined}>
      {is_outdated && (
        <Text size="sm" c="dimmed" aria-live="polite">
          {t('list.loading')}
        </Text>
      )}
      <DataTable
        {...table}
        columns={shown}
        rows={list.items}
        tools={tools}
        {...(list.sorting ? { sorting: list.sorting } : {})}
      />
      {list.items.length > 0 && list.source && hasTotals(list.source) && (
        <Part>
          <ListTotals list={list} source={list.source} columns={columns} />
        </Part>
      )}
      {/* How many rows there are is not known until they have been read. */}
      {!is_outdated && <LoadMore list={list} byScrolling={isMain} />}
    </Stack>
  );
}

/** A table over a list of the API, page by page, with what can be done with the list as a whole. */
import { Stack } from '@mantine/core';
import { Suspense, type ReactNode } from 'react';
import type { List } from '../api/reads.ts';
import { lazyPart, withLater } from '../later.ts';
import { useShownColumns } from './columns.ts';
import { DataTable, Loading, type DataTableProps } from './data-table.tsx';
import { ErrorAlert } from './faults/error-alert.tsx';
import { LoadMore } from './load-more.tsx';

const ListTools = lazyPart(async () => ({
  default: (await withLater(import('./list-tools.tsx'))).ListTools,
}));

export interface ListTableProps<Row> extends Omit<DataTableProps<Row>, 'rows' | 'tools'> {
  list: List<Row>;
  /** The page is about this list: its next page is read when somebody scrolls to the end. */
  isMain?: boolean;
  /** The name under which the choice of its columns is remembered: those with an id can be hidden. */
  choice?: string;
}

export function ListTable<Row>({
  list,
  isMain = false,
  choice,
  columns,
  ...table
}: ListTableProps<Row>): ReactNode {
  const { shown, hidden, hide } = useShownColumns(columns, choice);
  if (list.is_loading) return <Loading />;
  if (list.error) return <ErrorAlert error={list.error} onRetry={list.retry} />;
  const tools = list.items.length > 0 && (
    <Suspense fallback={<div className="list-tools" />}>
      <ListTools
        name={table.name}
        list={list}
        {...(choice === undefined ? {} : { choice: { columns, hidden, hide } })}
      />
    </Suspense>
  );
  return (
    <Stack gap="sm">
      <DataTable {...table} columns={shown} rows={list.items} tools={tools} />
      <LoadMore list={list} byScrolling={isMain} />
    </Stack>
  );
}

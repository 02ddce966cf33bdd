/**
 * A table of rows with a name; on a narrow screen each row becomes a card, so that nothing scrolls sideways. `ListTable` is
 * the same over a list of the API, page by page.
 */
import { Button, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useId, type CSSProperties, type ReactNode } from 'react';
import type { List, ListState } from '../api/reads.ts';
import { useWords } from '../words.ts';
import { ErrorAlert } from './faults/error-alert.tsx';
import { moveToRow, openRow } from './row-actions.ts';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Figures are aligned to the right. */
  isFigure?: boolean;
}

export interface DataTableProps<Row> {
  /** The accessible name; shown as a heading where `showName`. */
  name: string;
  showName?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string;
  empty?: ReactNode;
  /** Below the rows: sums. */
  foot?: ReactNode;
  /** On a narrow screen rows are short, not cards: for long lists. */
  isDense?: boolean;
  /** A click on a row opens what its first link leads to, and the arrow keys move among these links. */
  opensRows?: boolean;
}

export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const { name, showName = false, columns, rows, rowKey, empty, foot } = props;
  const { isDense = false, opensRows = false } = props;
  const { t } = useWords();
  const heading = useId();
  return (
    <Stack gap="xs">
      {showName && (
        <Title order={2} size="h4" id={heading}>
          {name}
        </Title>
      )}
      {rows.length === 0 ? (
        <Text component="div" c="dimmed" className="empty">
          {empty ?? t('list.empty')}
        </Text>
      ) : (
        <div className="table-frame">
          <div className="table-room" style={{ '--columns': columns.length } as CSSProperties}>
            {/* The roles are explicit because the styles of cards remove them. */}
            <Table
              role="table"
              className="data-table"
              data-dense={isDense || undefined}
              data-opens={opensRows || undefined}
              highlightOnHover
              {...(showName ? { 'aria-labelledby': heading } : { 'aria-label': name })}
            >
              <Table.Thead role="rowgroup">
                <Table.Tr role="row">
                  {columns.map(({ header, isFigure }) => (
                    <Table.Th key={header} role="columnheader" className={isFigure ? 'figure' : undefined}>
                      {header}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody role="rowgroup" {...(opensRows ? { onClick: openRow, onKeyDown: moveToRow } : {})}>
                {rows.map((row, index) => (
                  <Table.Tr key={rowKey(row, index)} role="row">
                    {columns.map(({ header, cell, isFigure }) => (
                      <Table.Td
                        key={header}
                        role="cell"
                        data-label={header}
                        className={isFigure ? 'figure' : undefined}
                      >
                        {cell(row)}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
              {foot}
            </Table>
          </div>
        </div>
      )}
    </Stack>
  );
}

export interface ListTableProps<Row> extends Omit<DataTableProps<Row>, 'rows'> {
  list: List<Row>;
}

export function ListTable<Row>({ list, ...table }: ListTableProps<Row>): ReactNode {
  if (list.is_loading) return <Loading />;
  if (list.error) return <ErrorAlert error={list.error} onRetry={list.retry} />;
  return (
    <Stack gap="sm">
      <DataTable {...table} rows={list.items} />
      <LoadMore list={list} />
    </Stack>
  );
}

/** The button that reads the next page of a list, where there is one. */
export function LoadMore({ list }: { list: ListState }): ReactNode {
  const { t } = useWords();
  if (!list.has_more) return null;
  return (
    <Group justify="center" className="no-print">
      <Button variant="default" onClick={list.loadMore} loading={list.is_loading_more}>
        {t('list.load_more')}
      </Button>
    </Group>
  );
}

/** While something is read for the first time. */
export function Loading(): ReactNode {
  const { t } = useWords();
  return (
    <Stack gap="xs" aria-busy="true" aria-label={t('list.loading')} role="status">
      <Skeleton height={18} />
      <Skeleton height={18} width="85%" />
      <Skeleton height={18} width="92%" />
    </Stack>
  );
}

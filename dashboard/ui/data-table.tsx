/** A table of rows with a name; on a narrow screen each row becomes a card, so that nothing scrolls sideways. */
import { Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useId, type CSSProperties, type ReactNode } from 'react';
import { useWords } from '../words.ts';
import { moveToRow, openRow } from './row-actions.ts';

export interface Column<Row> {
  /** Its name in the address, where it can be hidden. */
  id?: string;
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
  /** Above the rows: what can be done with them. */
  tools?: ReactNode;
  /** Below the rows: sums. */
  foot?: ReactNode;
  /** On a narrow screen rows are short, not cards: for long lists. */
  isDense?: boolean;
  /** A click on a row opens what its first link leads to, and the arrow keys move among these links. */
  opensRows?: boolean;
}

export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const { name, showName = false, columns, rows, rowKey, empty, tools, foot } = props;
  const { isDense = false, opensRows = false } = props;
  const { t } = useWords();
  const heading = useId();
  return (
    <Stack gap="xs">
      {(showName || tools) && (
        <Group justify="space-between" gap="xs">
          {showName && (
            <Title order={2} size="h4" id={heading}>
              {name}
            </Title>
          )}
          {tools}
        </Group>
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

/** A table of rows with a name; on a narrow screen each row becomes a card, so that nothing scrolls sideways. */
import { Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useId, type CSSProperties, type ReactNode } from 'react';
import { SaidCurrency } from '../money/money.tsx';
import type { Sorting } from '../api/reads.ts';
import { useWords } from '../words.ts';
import { ColumnHead } from './column-head.tsx';
import { moveToRow, openRow } from './row-actions.ts';

export interface Column<Row> {
  /** Its name in the address, where it can be hidden. */
  id?: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Figures are aligned to the right. */
  isFigure?: boolean;
  /** Of all its amounts, where the rows do not have it. */
  currency?: string;
  /** As wide as two columns. */
  isWide?: boolean;
  /** What the API calls it where the list can be sorted by it. */
  sort?: string;
  /** The field, in minor units, whose sum over all rows the API may say. */
  amount?: string;
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
  /** The one currency of all amounts, where neither rows nor columns have it: it is said once, above them. */
  currency?: string | undefined;
  /** What orders the rows, where that can be changed. */
  sorting?: Sorting;
  /** On a narrow screen rows are short, not cards: for long lists. */
  isDense?: boolean;
  /** A click on a row opens what its first link leads to, and the arrow keys move among these links. */
  opensRows?: boolean;
  /** Keys of the page move the focus from row to row. */
  rowsTakeFocus?: boolean;
}

export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const { name, showName = false, columns, rows, rowKey, empty, tools, foot } = props;
  const { isDense = false, opensRows = false, rowsTakeFocus = false, sorting } = props;
  const currency = props.currency || currencyOf(rows) || currencyOf(columns);
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
        <SaidCurrency value={currency ?? null}>
          <div className="table-frame">
            <div className="table-room" style={{ '--columns': roomOf(columns) } as CSSProperties}>
              {/* The roles are explicit because the styles of cards remove them. */}
              <Table
                role="table"
                captionSide="top"
                className="data-table"
                data-dense={isDense || undefined}
                data-opens={opensRows || undefined}
                highlightOnHover
                {...(showName ? { 'aria-labelledby': heading } : { 'aria-label': name })}
              >
                {currency !== undefined && <Table.Caption>{t('amount.all_in', { currency })}</Table.Caption>}
                <Table.Thead role="rowgroup">
                  <Table.Tr role="row">
                    {columns.map((column) => (
                      <ColumnHead key={column.header} column={column} sorting={sorting} />
                    ))}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody
                  role="rowgroup"
                  {...(opensRows ? { onClick: openRow, onKeyDown: moveToRow } : {})}
                >
                  {rows.map((row, index) => (
                    <Table.Tr
                      key={rowKey(row, index)}
                      role="row"
                      {...(rowsTakeFocus ? { tabIndex: -1, 'data-row': rowKey(row, index) } : {})}
                    >
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
        </SaidCurrency>
      )}
    </Stack>
  );
}

function roomOf(columns: readonly Pick<Column<never>, 'isWide'>[]): number {
  return columns.reduce((room, { isWide = false }) => room + (isWide ? 2 : 1), 0);
}

/** The one of all rows, or columns, that have one, if there is one: those without it have no amount. */
function currencyOf(all: readonly unknown[]): string | undefined {
  const currencies = all.map((each) => (each as { currency?: unknown }).currency);
  const [first, ...others] = new Set(currencies.filter((each) => typeof each === 'string' && each !== ''));
  return typeof first === 'string' && others.length === 0 ? first : undefined;
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

/** A picture of figures, with the same figures as a table below it for everybody who wants them exactly or cannot see it. */
import { Stack, Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { DataTable, Loading, type DataTableProps } from './data-table.tsx';
import { Part } from './part.tsx';

export interface ChartFigureProps<Row> extends Pick<
  DataTableProps<Row>,
  'columns' | 'rows' | 'rowKey' | 'empty' | 'currency'
> {
  title: string;
  /** What the figures mean. */
  hint?: string;
  /** Nothing is drawn of no figures. */
  children: ReactNode;
}

export function ChartFigure<Row>({ title, hint, children, ...table }: ChartFigureProps<Row>): ReactNode {
  const heading = useId();
  return (
    <Stack component="figure" className="figure-with-table" gap="sm" aria-labelledby={heading}>
      <figcaption>
        <Title order={2} size="h4" id={heading}>
          {title}
        </Title>
        {hint !== undefined && (
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        )}
      </figcaption>
      {table.rows.length > 0 && <Part waiting={<Loading />}>{children}</Part>}
      <DataTable {...table} name={title} isDense />
    </Stack>
  );
}

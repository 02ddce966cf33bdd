/** A table of rows that are loaded already, shown in parts so that the page stays fast. */
import { Button, Group, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { useWords } from '../words.ts';

const ROWS_AT_ONCE = 100;

export function LongTable<Row>({ rows, ...table }: DataTableProps<Row>): ReactNode {
  const { t } = useWords();
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  return (
    <Stack gap="sm">
      <DataTable {...table} rows={rows.slice(0, shown)} />
      {rows.length > shown && (
        <Group justify="center" className="no-print">
          <Button variant="default" onClick={() => setShown(shown + ROWS_AT_ONCE)}>
            {t('list.load_more')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

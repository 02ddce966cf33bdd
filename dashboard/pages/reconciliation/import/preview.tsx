/** The dry run of an import: its first lines and their matches, or what is wrong with them. */
import { Stack, Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import type { Line, Run } from '../../../generated/wire.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { useWords } from '../../../words.ts';
import { countsOf } from '../counts.ts';
import { lineColumns } from '../line-columns.tsx';

export function Preview({ run }: { run: Run }): ReactNode {
  const words = useWords();
  const { t } = words;
  const heading = useId();
  const lines = run.preview ?? [];
  const results = countsOf(run).map(
    ({ match_status, count }) => `${words.status(match_status)} ${String(count)}`,
  );
  return (
    <Stack component="section" gap="xs" aria-labelledby={heading}>
      <Title order={2} size="h4" id={heading}>
        {t('import_statement.preview')}
      </Title>
      <Text size="sm" role="status">
        {[
          t('import_statement.lines_read', { count: run.lines ?? 0 }),
          ...results,
          ...(run.skipped_rows ? [t('import_statement.rows_skipped', { count: run.skipped_rows })] : []),
        ].join(' · ')}
      </Text>
      <DataTable<Line>
        name={t('import_statement.preview')}
        columns={lineColumns(words)}
        rows={lines}
        rowKey={({ line_no }) => String(line_no)}
        empty={t('import_statement.no_lines')}
      />
      {(run.lines ?? 0) > lines.length && (
        <Text size="sm" c="dimmed">
          {t('import_statement.first_lines', { shown: lines.length, lines: run.lines })}
        </Text>
      )}
    </Stack>
  );
}

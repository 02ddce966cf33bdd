/** What an import would read, from a dry run: its first lines, how they compare with our books, or what is wrong with them. */
import { Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { UshirikaError } from '@ushirika/sdk/transport';
import { useId, type ReactNode } from 'react';
import { call } from '../../api/client.ts';
import type { Line, Run } from '../../generated/wire.ts';
import { usePlace } from '../../session/place.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { useWords } from '../../words.ts';
import { countsOf } from './counts.ts';
import { importRequest, missingIn, type ImportForm } from './import-form.rules.ts';
import { lineColumns } from './line-columns.tsx';

export const RUNS_PATH = '/api/v1/reconciliation/runs';
/** After the last change: somebody is still typing. */
const PAUSE_MS = 300;

/** Asked again whenever the form says something else; not asked while something is missing. */
export function usePreview(form: ImportForm): UseQueryResult<Run, UshirikaError> {
  const [settled] = useDebouncedValue(form, PAUSE_MS);
  const place = usePlace();
  const request = importRequest(settled);
  const is_ready = missingIn(settled).length === 0;
  return useQuery<Run, UshirikaError>({
    // The file stands for its text, which may be long.
    queryKey: [place.project_id, place.environment, RUNS_PATH, 'dry run', settled.file?.key, request],
    queryFn: async ({ signal }) => {
      const body = { ...request, csv: settled.file?.csv ?? '', dry_run: true };
      return (await call<Run>('POST', RUNS_PATH, { body, signal })).data;
    },
    enabled: is_ready,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
}

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

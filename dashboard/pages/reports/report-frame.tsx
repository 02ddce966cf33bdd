/** What the reports share: their filters and files above, and what was read below. */
import { Group, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { UshirikaError } from '@ushirika/sdk/transport';
import type { ReactNode } from 'react';
import { useCooperative } from '../../api/me.ts';
import { useRead, type Query } from '../../api/reads.ts';
import { Loading } from '../../ui/data-table.tsx';
import { CsvButton } from '../../ui/download-button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';

export interface ReportFrameProps<Report> {
  path: string;
  query?: Query;
  /** Without its ending. */
  file_name: string;
  filters?: ReactNode;
  /** Buttons. */
  actions?: ReactNode;
  shown_fields?: readonly string[];
  children: (report: Report, currency: string) => ReactNode;
}

/** A report with its filters, to be taken along as CSV. */
export function ReportFrame<Report>(props: ReportFrameProps<Report>): ReactNode {
  const { path, query = {}, file_name, filters, actions, shown_fields = [], children } = props;
  const currency = useCooperative()?.currency;
  const { data, error }: UseQueryResult<Report, UshirikaError> = useRead<Report>(path, { query });
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-end" gap="sm" className="no-print">
        <Group align="flex-end" gap="sm">
          {filters}
        </Group>
        <Group gap="xs">
          {actions}
          {data && <CsvButton path={path} query={query} file_name={file_name} />}
        </Group>
      </Group>
      {error && <ErrorAlert error={error} shown_fields={shown_fields} />}
      {!error && (!data || currency === undefined) && <Loading />}
      {data && !error && currency !== undefined && children(data, currency)}
    </Stack>
  );
}

/** The frame of the reports: filters and CSV above, the report below. */
import { Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCooperative } from '../../api/me.ts';
import type { AnswerOf, InputOf } from '../../api/operations.ts';
import { useRead } from '../../api/reads.ts';
import { Loading } from '../../ui/data-table.tsx';
import { CsvButton } from '../../ui/download-button.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';

type ReportId =
  `sacco.reports.${'ageing' | 'arrears' | 'collectionSheet' | 'portfolio' | 'ratios' | 'withholding' | 'contributions' | 'fees'}`;

export interface ReportFrameProps<Id extends ReportId> {
  report: Id;
  input: InputOf<Id>;
  /** Without its ending. */
  fileName: string;
  filters?: ReactNode;
  /** Buttons. */
  actions?: ReactNode;
  children: (report: AnswerOf<Id>, currency: string) => ReactNode;
}

/** A report with its filters, downloaded as CSV. */
export function ReportFrame<Id extends ReportId>(props: ReportFrameProps<Id>): ReactNode {
  const { report, input, fileName, filters, actions, children } = props;
  const currency = useCooperative()?.currency;
  const { data, error } = useRead(report, input);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-end" gap="sm" className="no-print">
        <Group align="flex-end" gap="sm">
          {filters}
        </Group>
        <Group gap="xs">
          {actions}
          {data && <CsvButton operation={report} input={input} fileName={fileName} />}
        </Group>
      </Group>
      {error && <ErrorAlert error={error} />}
      {!error && (!data || currency === undefined) && <Loading />}
      {data && !error && currency !== undefined && children(data, currency)}
    </Stack>
  );
}

/** The register of withheld tax: what was paid to each member in a period, and what of it is owed to the authority. */
import { Button, SimpleGrid, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useCooperative } from '../../api/me.ts';
import { DateRangeFields, useDateRange } from '../../forms/fields/date-field.tsx';
import type { WithholdingReport } from '../../generated/wire.ts';
import { moneyColumn } from '../../money/money-column.tsx';
import { Money } from '../../money/money.tsx';
import { MovementDialog } from '../../movement/movement-dialog.tsx';
import { FigureCard } from '../../ui/figure-card.tsx';
import { LongTable } from '../../ui/long-table.tsx';
import { useToday } from '../../ui/moment.tsx';
import { useWords } from '../../words.ts';
import { ReportFrame } from './report-frame.tsx';

export function WithholdingTab(): ReactNode {
  const { t } = useWords();
  const today = useToday();
  const currency = useCooperative()?.currency ?? '';
  const [is_remitting, setRemitting] = useState(false);
  const range = useDateRange(`${today.slice(0, 4)}-01-01`, today);
  const { from, to } = range;
  return (
    <>
      <ReportFrame
        report="sacco.reports.withholding"
        input={{ from, to }}
        fileName={`withholding-${from}-${to}`}
        filters={<DateRangeFields {...range} error={null} />}
        actions={<Button onClick={() => setRemitting(true)}>{t('movement.remit_tax')}</Button>}
      >
        {(report) => <Register report={report} />}
      </ReportFrame>
      {is_remitting && (
        <MovementDialog
          movement="tax_remittance"
          input={{}}
          currency={currency}
          onClose={() => setRemitting(false)}
        />
      )}
    </>
  );
}

function Register({ report }: { report: WithholdingReport }): ReactNode {
  const { t, word } = useWords();
  const { currency } = report;
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2 }} maw={640}>
        <FigureCard label={t('interest.gross')}>
          <Money minor={report.total_gross_minor} currency={currency} />
        </FigureCard>
        <FigureCard label={t('interest.tax')}>
          <Money minor={report.total_tax_minor} currency={currency} />
        </FigureCard>
      </SimpleGrid>
      <LongTable
        currency={currency}
        name={t('reports.withholding')}
        rows={report.rows}
        rowKey={({ member_no, kind }) => `${member_no} ${kind}`}
        columns={[
          {
            header: t('entry.member'),
            cell: ({ full_name, member_no }) => (
              <span>
                {full_name} <span className="beside">{member_no}</span>
              </span>
            ),
          },
          { header: t('members.tax_number'), cell: ({ tax_number }) => tax_number ?? '–' },
          { header: t('interest.kind'), cell: ({ kind }) => word('taxed_kind', kind) },
          moneyColumn(t('interest.gross'), 'gross_minor', currency),
          moneyColumn(t('interest.tax'), 'tax_minor', currency),
        ]}
      />
    </Stack>
  );
}

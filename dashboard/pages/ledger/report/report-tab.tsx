/** What was collected, refunded and kept in a period, per currency: as a figure and as a table. */
import { Group, Stack, Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { useUtcOffset } from '../../../api/me.ts';
import { useRead } from '../../../api/reads.ts';
import type { Report } from '../../../generated/wire.ts';
import { lazyPart } from '../../../later.ts';
import { moneyColumn } from '../../../money/money-column.tsx';
import { DataTable, Loading } from '../../../ui/data-table.tsx';
import { ErrorAlert } from '../../../ui/faults/error-alert.tsx';
import { DateRangeFields, useDateRange } from '../../../forms/fields/date-field.tsx';
import { monthOf } from '../../../forms/fields/date.rules.ts';
import { zoneName } from '../../../forms/fields/zones.rules.ts';
import { useStartOfUtcDay, useToday } from '../../../ui/moment.tsx';
import { Part } from '../../../ui/part.tsx';
import { useWords, type TextId } from '../../../words.ts';

const ReportFigure = lazyPart(async () => ({ default: (await import('./report-figure.tsx')).ReportFigure }));

type Sums = Report['currencies'][number];
type Sum = 'collected' | 'refunded' | 'provider_fees' | 'vendor_splits' | 'net' | 'paid_out' | 'payouts';

const SUMS: Record<Sum, TextId> = {
  collected: 'ledger.collected',
  refunded: 'ledger.refunded',
  provider_fees: 'ledger.provider_fees',
  vendor_splits: 'ledger.vendor_splits',
  net: 'ledger.net',
  paid_out: 'ledger.paid_out',
  payouts: 'ledger.payouts',
};

export function ReportTab(): ReactNode {
  const { t } = useWords();
  const today = useToday();
  const time = useStartOfUtcDay();
  const zone = zoneName(useUtcOffset());
  const range = useDateRange(monthOf(today), today);
  const { from, to, is_given } = range;
  const report = useRead('ledger.report', is_given ? { from, to } : null);
  return (
    <Stack>
      <Group align="flex-end" className="no-print">
        <DateRangeFields {...range} />
      </Group>
      <Text size="sm" c="dimmed">
        {t('ledger.report_days', { time, zone })}
      </Text>
      {report.isLoading && <Loading />}
      {report.error && <ErrorAlert error={report.error} />}
      {report.data?.currencies.length === 0 && (
        <Text c="dimmed" className="empty">
          {t('ledger.nothing_moved')}
        </Text>
      )}
      {report.data?.currencies.map((sums) => (
        <CurrencyReport key={sums.currency} sums={sums} />
      ))}
    </Stack>
  );
}

function CurrencyReport({ sums }: { sums: Sums }): ReactNode {
  const { t } = useWords();
  const heading = useId();
  const rows = (Object.keys(SUMS) as Sum[]).map((sum) => ({
    sum,
    label: t(SUMS[sum]),
    minor: sums[`${sum}_minor`],
    count: sum === 'collected' ? sums.payments : sum === 'refunded' ? sums.refunds : null,
  }));
  return (
    <Stack component="section" aria-labelledby={heading} gap="sm" maw={760}>
      <Title order={2} size="h4" id={heading}>
        {sums.currency}
      </Title>
      <Part waiting={<Loading />}>
        <ReportFigure label={t('ledger.report_figure', { currency: sums.currency })} rows={rows} />
      </Part>
      <DataTable
        currency={sums.currency}
        name={t('ledger.report_in', { currency: sums.currency })}
        rows={rows}
        rowKey={({ sum }) => sum}
        columns={[
          { header: t('ledger.what'), cell: ({ label }) => label },
          { header: t('ledger.how_many'), isFigure: true, cell: ({ count }) => count ?? '' },
          moneyColumn(t('amount.label'), 'minor', sums.currency),
        ]}
      />
    </Stack>
  );
}

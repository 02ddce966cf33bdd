/** What each savings account earns. One answer holds all lines; they are shown in parts. */
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { StatusFilter } from '../../forms/filters/status-filter.tsx';
import { useFilter } from '../../forms/filters/filters.ts';
import type { SavingsInterest } from '../../generated/wire.ts';
import { moneyColumn } from '../../money/money-column.tsx';
import { LongTable } from '../../ui/long-table.tsx';
import { Status } from '../../ui/status.tsx';
import { useWords } from '../../words.ts';

const STATUSES = ['pending', 'paid', 'failed'] as const;

export function InterestLines({ run }: { run: SavingsInterest }): ReactNode {
  const { t, word } = useWords();
  const { currency } = run;
  const [status, filterBy] = useFilter('status');
  const lines = status === '' ? run.lines : run.lines.filter((line) => line.status === status);
  return (
    <Stack gap="sm">
      <StatusFilter
        label={t('dividends.line_status')}
        maw={240}
        value={status}
        onChange={filterBy}
        statuses={STATUSES}
      />
      <LongTable
        currency={currency}
        name={t('dividends.lines')}
        showName
        rows={lines}
        rowKey={({ savings_account_id }) => savings_account_id}
        columns={[
          {
            header: t('dividends.member'),
            cell: ({ member }) => (
              <span>
                <Link href={`/members/${member.id}`}>{member.full_name}</Link>{' '}
                <span className="beside">{member.member_no}</span>
              </span>
            ),
          },
          moneyColumn(t('interest.gross'), 'gross_minor', currency),
          moneyColumn(t('interest.tax'), 'tax_minor', currency),
          moneyColumn(t('interest.net'), 'net_minor', currency),
          {
            header: t('dividends.status'),
            cell: (line) => (
              <span>
                <Status status={line.status} />
                {line.error !== null && <span className="below">{word('reason', line.error)}</span>}
              </span>
            ),
          },
        ]}
      />
    </Stack>
  );
}

/** What each member gets of a dividend. One answer holds all lines; they are shown in parts. */
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Dividend } from '../../generated/wire.ts';
import { moneyColumn } from '../../money/money-column.tsx';
import { StatusFilter } from '../../forms/filters/status-filter.tsx';
import { PdfButton } from '../../ui/download-button.tsx';
import { LongTable } from '../../ui/long-table.tsx';
import { useFilter } from '../../forms/filters/filters.ts';
import { Status } from '../../ui/status.tsx';
import { useWords } from '../../words.ts';

const STATUSES = ['pending', 'paid', 'failed'] as const;

export function DividendLines({ dividend }: { dividend: Dividend }): ReactNode {
  const words = useWords();
  const { t } = words;
  const { currency } = dividend;
  const [status, filterBy] = useFilter('status');
  const lines = status === '' ? dividend.lines : dividend.lines.filter((line) => line.status === status);
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
        rowKey={({ member_id }) => member_id}
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
          moneyColumn(t('dividends.shares'), 'shares_minor', currency),
          moneyColumn(t('dividends.interest_paid'), 'interest_paid_minor', currency),
          moneyColumn(t('amount.label'), 'amount_minor', currency),
          ...(dividend.tax_minor > 0
            ? [
                moneyColumn(t('interest.tax'), 'tax_minor', currency),
                moneyColumn(t('interest.net'), 'net_minor', currency),
              ]
            : []),
          {
            header: t('dividends.status'),
            cell: (line) => (
              <span>
                <Status status={line.status} />
                {line.error !== null && <span className="below">{words.word('reason', line.error)}</span>}
              </span>
            ),
          },
          {
            header: t('paper.advice'),
            cell: (line) =>
              line.status === 'paid' && (
                <PdfButton
                  operation="sacco.dividends.line"
                  input={{ dividend: dividend.id, member: line.member_id }}
                  fileName={`dividend-${dividend.id}-${line.member_id}`}
                  about={line.member.full_name}
                  size="compact-sm"
                />
              ),
          },
        ]}
      />
    </Stack>
  );
}

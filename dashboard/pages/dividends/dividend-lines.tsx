/** What each member gets of a dividend. All lines come in one answer, of which there may be many: some are shown, then more. */
import { Button, Group, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { Dividend, DividendLine } from '../../generated/wire.ts';
import { Money } from '../../money/money.tsx';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { useFilter } from '../../ui/filters.ts';
import { Status } from '../../ui/status.tsx';
import { useWords } from '../../words.ts';

const LINES_AT_ONCE = 100;
const STATUSES = ['pending', 'paid', 'failed'] as const;

export function DividendLines({ dividend }: { dividend: Dividend }): ReactNode {
  const words = useWords();
  const { t } = words;
  const { currency } = dividend;
  const [status, filterBy] = useFilter('status');
  const [shown, setShown] = useState(LINES_AT_ONCE);
  const lines = status === '' ? dividend.lines : dividend.lines.filter((line) => line.status === status);
  const money = (minor: number): ReactNode => <Money minor={minor} currency={currency} />;
  return (
    <Stack gap="sm">
      <FilterChoice
        label={t('dividends.line_status')}
        maw={240}
        value={status}
        onChange={filterBy}
        options={STATUSES.map((value) => ({ value, label: words.status(value) }))}
      />
      <DataTable<DividendLine>
        name={t('dividends.lines')}
        show_name
        rows={lines.slice(0, shown)}
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
          { header: t('dividends.shares'), is_figure: true, cell: (line) => money(line.shares_minor) },
          {
            header: t('dividends.interest_paid'),
            is_figure: true,
            cell: (line) => money(line.interest_paid_minor),
          },
          { header: t('amount.label'), is_figure: true, cell: (line) => money(line.amount_minor) },
          {
            header: t('dividends.status'),
            cell: (line) => (
              <span>
                <Status status={line.status} />
                {line.error !== null && <span className="below">{words.word('reason', line.error)}</span>}
              </span>
            ),
          },
        ]}
      />
      {lines.length > shown && (
        <Group justify="center">
          <Button variant="default" onClick={() => setShown(shown + LINES_AT_ONCE)}>
            {t('list.load_more')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

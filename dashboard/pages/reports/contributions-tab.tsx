/** Who is behind with what was agreed to be saved. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { DateField } from '../../forms/fields/date-field.tsx';
import { isDate } from '../../forms/fields/date.rules.ts';
import { useFilter } from '../../forms/filters/filters.ts';
import { moneyColumn } from '../../money/money-column.tsx';
import { LongTable } from '../../ui/long-table.tsx';
import { LocalDate, useToday } from '../../ui/moment.tsx';
import { useWords } from '../../words.ts';
import { ReportFrame } from './report-frame.tsx';

export function ContributionsTab(): ReactNode {
  const { t, word } = useWords();
  const today = useToday();
  const [chosen, choose] = useFilter('date', today);
  const date = isDate(chosen) ? chosen : today;
  return (
    <ReportFrame
      report="sacco.reports.contributions"
      input={{ date }}
      fileName={`contributions-${date}`}
      filters={<DateField label={t('accounting.as_of')} value={chosen} onChange={choose} />}
    >
      {({ rows }, currency) => (
        <LongTable
          currency={currency}
          name={t('reports.contributions')}
          rows={rows}
          rowKey={({ member_id }) => member_id}
          columns={[
            {
              header: t('entry.member'),
              cell: ({ member_id, full_name, member_no }) => (
                <span>
                  <Link href={`/members/${member_id}`}>{full_name}</Link>{' '}
                  <span className="beside">{member_no}</span>
                </span>
              ),
            },
            moneyColumn(t('members.contribution'), 'amount_minor', currency),
            {
              header: t('members.frequency'),
              cell: ({ frequency }) => word('contribution_frequency', frequency),
            },
            { header: t('reports.since'), cell: ({ start_date }) => <LocalDate date={start_date} /> },
            moneyColumn(t('reports.expected'), 'expected_minor', currency),
            moneyColumn(t('reports.contributed'), 'contributed_minor', currency),
            moneyColumn(t('reports.behind'), 'arrears_minor', currency),
          ]}
        />
      )}
    </ReportFrame>
  );
}

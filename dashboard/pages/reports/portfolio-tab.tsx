/** The portfolio by product, officer, or class. */
import type { ReactNode } from 'react';
import type { PortfolioGroups } from '../../generated/wire.ts';
import { Money } from '../../money/money.tsx';
import { Choice } from '../../forms/fields/choice.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { useFilter } from '../../forms/filters/filters.ts';
import { useToday } from '../../ui/moment.tsx';
import { useWords, type TextId } from '../../words.ts';
import { ReportFrame } from './report-frame.tsx';

const GROUPINGS = {
  product: 'reports.product',
  officer: 'reports.officer',
  class: 'reports.class',
} as const satisfies Record<string, TextId>;

type Grouping = keyof typeof GROUPINGS;

export function PortfolioTab(): ReactNode {
  const { t, word } = useWords();
  const today = useToday();
  const [chosen, choose] = useFilter('group_by', 'product');
  const group_by = chosen in GROUPINGS ? (chosen as Grouping) : 'product';
  const nameOf = (name: string | null): string => {
    if (name === null) return t('reports.nobody');
    return group_by === 'class' ? word('loan_class', name) : name;
  };
  return (
    <ReportFrame
      report="sacco.reports.portfolio"
      input={{ group_by }}
      fileName={`portfolio-by-${group_by}-${today}`}
      filters={
        <Choice
          label={t('reports.group_by')}
          options={(Object.keys(GROUPINGS) as Grouping[]).map((value) => ({
            value,
            label: t(GROUPINGS[value]),
          }))}
          value={group_by}
          onChange={choose}
        />
      }
    >
      {({ groups }, currency) => (
        <DataTable
          currency={currency}
          name={t('reports.portfolio')}
          rows={groups}
          rowKey={({ key }) => key ?? ''}
          columns={[
            { header: t(GROUPINGS[group_by]), cell: ({ name }) => nameOf(name) },
            { header: t('nav.loans'), isFigure: true, cell: ({ loans }) => loans },
            ...(['outstanding', 'overdue'] as const).map((name) => ({
              header: t(`reports.${name}`),
              isFigure: true,
              cell: (group: PortfolioGroups['groups'][number]) => (
                <Money minor={group[`${name}_minor`]} currency={currency} />
              ),
            })),
            {
              header: 'PAR30',
              isFigure: true,
              cell: ({ par30_minor }) => <Money minor={par30_minor} currency={currency} />,
            },
          ]}
        />
      )}
    </ReportFrame>
  );
}

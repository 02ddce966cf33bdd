/** What is owed on loans, by class or by product, and how much of it is overdue. */
import type { ReactNode } from 'react';
import { useRead } from '../../../api/reads.ts';
import { lazyPart } from '../../../later.ts';
import { moneyColumn } from '../../../money/money-column.tsx';
import { ChartFigure } from '../../../ui/chart-figure.tsx';
import { Loaded } from '../../../ui/faults/loaded.tsx';
import { useWords } from '../../../words.ts';

const MoneyChart = lazyPart(async () => ({ default: (await import('./money-chart.tsx')).MoneyChart }));

export interface LoansByProps {
  grouping: 'class' | 'product';
  currency: string;
}

export function LoansBy({ grouping, currency }: LoansByProps): ReactNode {
  const { t, word } = useWords();
  const title = t(grouping === 'class' ? 'pictures_of.by_class' : 'pictures_of.by_product');
  const reading = useRead('sacco.reports.portfolio', { group_by: grouping });
  const nameOf = (name: string | null): string =>
    name === null ? t('reports.nobody') : grouping === 'class' ? word('loan_class', name) : name;
  return (
    <Loaded reading={reading}>
      {({ groups }) => (
        <ChartFigure
          title={title}
          currency={currency}
          rows={groups}
          rowKey={({ key }) => key ?? ''}
          empty={t('pictures_of.no_loans')}
          columns={[
            { header: t(`reports.${grouping}`), cell: ({ name }) => nameOf(name) },
            { header: t('nav.loans'), isFigure: true, cell: ({ loans }) => loans },
            moneyColumn(t('reports.outstanding'), 'outstanding_minor', currency),
            moneyColumn(t('reports.overdue'), 'overdue_minor', currency),
          ]}
        >
          <MoneyChart
            label={title}
            currency={currency}
            points={groups.map(({ name, outstanding_minor, overdue_minor }) => ({
              at: nameOf(name),
              outstanding: Number(outstanding_minor),
              overdue: Number(overdue_minor),
            }))}
            series={[
              { key: 'outstanding', name: t('reports.outstanding'), as: 'bar' },
              { key: 'overdue', name: t('reports.overdue'), as: 'bar' },
            ]}
          />
        </ChartFigure>
      )}
    </Loaded>
  );
}

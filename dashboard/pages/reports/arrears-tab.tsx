/** Loans of which something is late, the longest first, with whom to call. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRead } from '../../api/reads.ts';
import type { Arrears, PortfolioGroups } from '../../generated/wire.ts';
import { Money } from '../../money/money.tsx';
import { Choice } from '../../ui/choice.tsx';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { useFilter } from '../../ui/filters.ts';
import { useToday } from '../../ui/moment.tsx';
import { useWords } from '../../words.ts';
import { Borrower, Phone } from './borrower.tsx';
import { LongTable } from './long-table.tsx';
import { ReportFrame } from './report-frame.tsx';

type LateLoan = Arrears['arrears'][number];

/** Days from which classes of late loans and the portfolio at risk are counted. */
const LEAST_DAYS = ['1', '8', '31', '91', '181'] as const;

export function ArrearsTab(): ReactNode {
  const { t } = useWords();
  const today = useToday();
  const [min_days, setMinDays] = useFilter('min_days', '1');
  const [product_id, setProduct] = useFilter('product_id');
  const [officer_user_id, setOfficer] = useFilter('officer_user_id');
  const query = {
    min_days,
    ...(product_id === '' ? {} : { product_id }),
    ...(officer_user_id === '' ? {} : { officer_user_id }),
  };
  return (
    <ReportFrame<Arrears>
      path="/api/v1/sacco/reports/arrears"
      query={query}
      file_name={`arrears-${today}`}
      filters={
        <>
          <Choice
            label={t('reports.at_least_days')}
            options={LEAST_DAYS.map((value) => ({ value, label: value }))}
            value={min_days as (typeof LEAST_DAYS)[number]}
            onChange={setMinDays}
          />
          <FilterChoice
            label={t('reports.product')}
            options={useGroups('product')}
            value={product_id}
            onChange={setProduct}
          />
          <FilterChoice
            label={t('reports.officer')}
            options={useGroups('officer')}
            value={officer_user_id}
            onChange={setOfficer}
          />
        </>
      }
    >
      {({ arrears }, currency) => <LateLoans arrears={arrears} currency={currency} />}
    </ReportFrame>
  );
}

/** Products or officers of which there are open loans, to choose from. */
function useGroups(group_by: 'product' | 'officer'): { value: string; label: string }[] {
  const { data } = useRead<PortfolioGroups>('/api/v1/sacco/reports/portfolio', { query: { group_by } });
  return (data?.groups ?? []).flatMap(({ key, name }) =>
    key === null ? [] : [{ value: key, label: name ?? key }],
  );
}

function LateLoans({ arrears, currency }: { arrears: readonly LateLoan[]; currency: string }): ReactNode {
  const { t, word } = useWords();
  return (
    <LongTable
      name={t('reports.arrears')}
      rows={arrears}
      rowKey={({ loan_id }) => loan_id}
      empty={t('reports.no_arrears')}
      columns={[
        { header: t('entry.member'), cell: (loan) => <Borrower {...loan} /> },
        { header: t('reports.phone'), cell: ({ phone }) => <Phone phone={phone} /> },
        {
          header: t('reports.days_past_due'),
          is_figure: true,
          cell: (loan) => (
            <div>
              {loan.days_past_due}
              <Text size="xs" c="dimmed">
                {word('loan_class', loan.class)}
              </Text>
            </div>
          ),
        },
        {
          header: t('reports.overdue'),
          is_figure: true,
          cell: ({ overdue_minor }) => <Money minor={overdue_minor} currency={currency} />,
        },
        {
          header: t('reports.outstanding'),
          is_figure: true,
          cell: ({ outstanding_minor }) => <Money minor={outstanding_minor} currency={currency} />,
        },
        { header: t('reports.guarantors'), cell: (loan) => <Guarantors {...loan} /> },
      ]}
    />
  );
}

function Guarantors({ guarantors }: LateLoan): ReactNode {
  if (guarantors.length === 0) return '–';
  return (
    <div>
      {guarantors.map(({ member_id, full_name, phone }) => (
        <div key={member_id}>
          {full_name} <Phone phone={phone} />
        </div>
      ))}
    </div>
  );
}

/** Late loans, the latest first, with whom to call. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRead } from '../../api/reads.ts';
import type { Arrears } from '../../generated/wire.ts';
import { moneyColumn } from '../../money/money-column.tsx';
import { Choice } from '../../forms/fields/choice.tsx';
import { FilterChoice } from '../../forms/filters/filter-choice.tsx';
import { useFilter } from '../../forms/filters/filters.ts';
import { useToday } from '../../ui/moment.tsx';
import { useWords } from '../../words.ts';
import { Borrower, Phone } from './borrower.tsx';
import { LongTable } from '../../ui/long-table.tsx';
import { ReportFrame } from './report-frame.tsx';

type LateLoan = Arrears['arrears'][number];

/** The first days of the classes and of the portfolio at risk. */
const LEAST_DAYS = ['1', '8', '31', '91', '181'] as const;

export function ArrearsTab(): ReactNode {
  const { t } = useWords();
  const today = useToday();
  const [min_days, setMinDays] = useFilter('min_days', '1');
  const [product_id, setProduct] = useFilter('product_id');
  const [officer_user_id, setOfficer] = useFilter('officer_user_id');
  const input = {
    min_days: Number(min_days),
    product_id: product_id || undefined,
    officer_user_id: officer_user_id || undefined,
  };
  return (
    <ReportFrame
      report="sacco.reports.arrears"
      input={input}
      fileName={`arrears-${today}`}
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

/** Products or officers with open loans, to choose from. */
function useGroups(group_by: 'product' | 'officer'): { value: string; label: string }[] {
  const { data } = useRead('sacco.reports.portfolio', { group_by });
  return (data?.groups ?? []).flatMap(({ key, name }) =>
    key === null ? [] : [{ value: key, label: name ?? key }],
  );
}

function LateLoans({ arrears, currency }: { arrears: readonly LateLoan[]; currency: string }): ReactNode {
  const { t, word } = useWords();
  return (
    <LongTable
      currency={currency}
      name={t('reports.arrears')}
      rows={arrears}
      rowKey={({ loan_id }) => loan_id}
      empty={t('reports.no_arrears')}
      columns={[
        { header: t('entry.member'), cell: (loan) => <Borrower loan={loan} /> },
        { header: t('reports.phone'), cell: ({ phone }) => <Phone phone={phone} /> },
        {
          header: t('reports.days_past_due'),
          isFigure: true,
          cell: (loan) => (
            <div>
              {loan.days_past_due}
              <Text size="xs" c="dimmed">
                {word('loan_class', loan.class)}
              </Text>
            </div>
          ),
        },
        moneyColumn(t('reports.overdue'), 'overdue_minor', currency),
        moneyColumn(t('portfolio.principal_outstanding'), 'outstanding_minor', currency),
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

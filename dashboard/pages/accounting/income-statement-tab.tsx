/** What was earned and spent in a range of days, beside the same days a month and a year before. */
import type { ReactNode } from 'react';
import { useRead } from '../../api/reads.ts';
import type { IncomeStatement } from '../../generated/wire.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { useWords, type TextId } from '../../words.ts';
import { COMPARED, monthsEarlier } from './compare.rules.ts';
import { FigureLink, type LinesBehind } from './figure-link.tsx';
import { Report, useDays } from './report.tsx';

type Income = IncomeStatement['currencies'][number];
type Line = Extract<keyof Income, `${string}_minor`>;
type Behind = Omit<LinesBehind, 'from' | 'to'>;

/** Each line with what leads to its movements; null: it is a sum, or in several accounts. */
const LINES: readonly [line: Line, label: TextId, behind: Behind | null][] = [
  ['interest_income_minor', 'accounting.interest_income', { account_kind: 'interest_income' }],
  ['fee_income_minor', 'accounting.fee_income', { account_kind: 'fee_income' }],
  ['savings_interest_minor', 'accounting.savings_interest', { kind: 'savings_interest' }],
  ['loan_losses_minor', 'accounting.loan_losses', { account_kind: 'loan_losses' }],
  ['operating_expenses_minor', 'accounting.operating_expenses', { account_kind: 'operating_expenses' }],
  ['general_income_minor', 'accounting.general_income', { account_kind: 'general_income' }],
  ['general_expenses_minor', 'accounting.general_expenses', { account_kind: 'general_expense' }],
  ['surplus_minor', 'accounting.surplus', null],
  ['distributed_minor', 'accounting.distributed', { kind: 'dividend' }],
];

interface Period {
  from: string;
  to: string;
}

export function IncomeStatementTab(): ReactNode {
  const { from, to, is_given, fields } = useDays();
  return (
    <Report
      isNarrow
      report="accounting.incomeStatement"
      input={is_given ? { from, to } : null}
      fields={fields}
    >
      {(income) => <Statement income={income} days={{ from, to }} />}
    </Report>
  );
}

function Statement({ income, days }: { income: Income; days: Period }): ReactNode {
  const { t } = useWords();
  const { currency } = income;
  const [month, year] = COMPARED.map(({ months }) => ({
    from: monthsEarlier(days.from, months),
    to: monthsEarlier(days.to, months),
  })) as [Period, Period];
  const of_month = useIncome(month, currency);
  const of_year = useIncome(year, currency);
  const columns: [header: string, period: Period, income: Income | undefined][] = [
    [t('amount.label'), days, income],
    [t(COMPARED[0].label), month, of_month],
    [t(COMPARED[1].label), year, of_year],
  ];
  return (
    <>
      <DataTable
        currency={currency}
        name={`${t('accounting.income_statement')} ${currency}`}
        rows={LINES}
        rowKey={([line]) => line}
        columns={[
          {
            header: t('accounting.what'),
            cell: ([line, label]) => (line === 'surplus_minor' ? <strong>{t(label)}</strong> : t(label)),
          },
          ...columns.map(([header, period, of_period]): Column<(typeof LINES)[number]> => ({
            header,
            isFigure: true,
            cell: ([line, , behind]) => {
              const amount = (
                <FigureLink
                  minor={of_period?.[line] ?? 0}
                  currency={currency}
                  lines={behind && { ...period, ...behind }}
                />
              );
              return line === 'surplus_minor' ? <strong>{amount}</strong> : amount;
            },
          })),
        ]}
      />
      {income.accounts.length > 0 && (
        <DataTable
          currency={currency}
          name={t('accounting.general_accounts')}
          showName
          rows={income.accounts}
          rowKey={({ account_id, code }) => account_id ?? code}
          columns={[
            { header: t('accounting.account'), cell: ({ code, name }) => `${code} ${name}` },
            ...columns.map(([header, period, of_period]): Column<Income['accounts'][number]> => ({
              header,
              isFigure: true,
              cell: ({ account_id }) => (
                <FigureLink
                  minor={
                    of_period?.accounts.find((each) => each.account_id === account_id)?.amount_minor ?? 0
                  }
                  currency={currency}
                  lines={{ ...period, account_id }}
                />
              ),
            })),
          ]}
        />
      )}
    </>
  );
}

/** Undefined while nothing was posted, or it is not read yet. */
function useIncome(period: Period, currency: string): Income | undefined {
  const { data } = useRead('accounting.incomeStatement', period);
  return data?.currencies.find((each) => each.currency === currency);
}

/** What was earned and spent in a range of days. */
import type { ReactNode } from 'react';
import type { IncomeStatement } from '../../generated/wire.ts';
import { Money } from '../../money/money.tsx';
import { moneyColumn } from '../../money/money-column.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { useWords, type TextId } from '../../words.ts';
import { Report, useDays } from './report.tsx';

type Income = IncomeStatement['currencies'][number];
type Line = Extract<keyof Income, `${string}_minor`>;

const LINES: readonly [line: Line, label: TextId][] = [
  ['interest_income_minor', 'accounting.interest_income'],
  ['fee_income_minor', 'accounting.fee_income'],
  ['savings_interest_minor', 'accounting.savings_interest'],
  ['loan_losses_minor', 'accounting.loan_losses'],
  ['operating_expenses_minor', 'accounting.operating_expenses'],
  ['general_income_minor', 'accounting.general_income'],
  ['general_expenses_minor', 'accounting.general_expenses'],
  ['surplus_minor', 'accounting.surplus'],
  ['distributed_minor', 'accounting.distributed'],
];

export function IncomeStatementTab(): ReactNode {
  const { t } = useWords();
  const { from, to, is_given, fields } = useDays();
  return (
    <Report
      isNarrow
      report="accounting.incomeStatement"
      input={is_given ? { from, to } : null}
      fields={fields}
    >
      {(income) => (
        <>
          <DataTable
            name={`${t('accounting.income_statement')} ${income.currency}`}
            rows={LINES}
            rowKey={([line]) => line}
            columns={[
              {
                header: t('accounting.what'),
                cell: ([line, label]) => (line === 'surplus_minor' ? <strong>{t(label)}</strong> : t(label)),
              },
              {
                header: t('amount.label'),
                isFigure: true,
                cell: ([line]) => <Money minor={income[line]} currency={income.currency} />,
              },
            ]}
          />
          {income.accounts.length > 0 && (
            <DataTable
              name={t('accounting.general_accounts')}
              showName
              rows={income.accounts}
              rowKey={({ account_id, code }) => account_id ?? code}
              columns={[
                { header: t('accounting.account'), cell: ({ code, name }) => `${code} ${name}` },
                moneyColumn(t('amount.label'), 'amount_minor', income.currency),
              ]}
            />
          )}
        </>
      )}
    </Report>
  );
}

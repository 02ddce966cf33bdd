/** What is owned and owed at the end of a day. */
import type { ReactNode } from 'react';
import type { BalanceSheet } from '../../generated/wire.ts';
import { Money } from '../../money/money.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { DateField } from '../../forms/fields/date-field.tsx';
import { useFilter } from '../../forms/filters/filters.ts';
import { useToday } from '../../ui/moment.tsx';
import { useWords } from '../../words.ts';
import { Report } from './report.tsx';
import { Balanced } from './trial-balance-tab.tsx';

type Sheet = BalanceSheet['currencies'][number];

interface Row {
  id: string;
  label: string;
  minor: bigint | number;
  is_sum: boolean;
}

export function BalanceSheetTab(): ReactNode {
  const { t } = useWords();
  const today = useToday();
  const [as_of, setAsOf] = useFilter('as_of', today);
  return (
    <Report
      isNarrow
      report="accounting.balanceSheet"
      input={as_of === '' ? null : { as_of }}
      fields={<DateField label={t('accounting.as_of')} value={as_of} onChange={setAsOf} />}
    >
      {(sheet) => <SheetTable sheet={sheet} />}
    </Report>
  );
}

function SheetTable({ sheet }: { sheet: Sheet }): ReactNode {
  const { t, word } = useWords();
  const section = (name: 'assets' | 'liabilities' | 'equity', label: string): Row[] => [
    ...sheet[name].kinds.map(({ kind, account_id, code, name: of_account, amount_minor }) => ({
      id: account_id ?? kind,
      label: account_id === undefined ? word('account_kind', kind) : `${code} ${of_account}`,
      minor: amount_minor,
      is_sum: false,
    })),
    ...(name === 'equity'
      ? [
          {
            id: 'surplus',
            label: t('accounting.accumulated_surplus'),
            minor: sheet.accumulated_surplus_minor,
            is_sum: false,
          },
        ]
      : []),
    { id: name, label, minor: sheet[name].total_minor, is_sum: true },
  ];
  const rows = [
    ...section('assets', t('accounting.assets')),
    ...section('liabilities', t('accounting.liabilities')),
    ...section('equity', t('accounting.equity')),
  ];
  return (
    <>
      <DataTable
        name={`${t('accounting.balance_sheet')} ${sheet.currency}`}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            header: t('accounting.account'),
            cell: ({ label, is_sum }) => (is_sum ? <strong>{label}</strong> : label),
          },
          {
            header: t('amount.label'),
            isFigure: true,
            cell: ({ minor, is_sum }) => {
              const amount = <Money minor={minor} currency={sheet.currency} />;
              return is_sum ? <strong>{amount}</strong> : amount;
            },
          },
        ]}
      />
      <Balanced balanced={sheet.balanced} />
    </>
  );
}

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
  /** A part is in the amount above it. */
  look: 'account' | 'part' | 'sum';
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
    ...sheet[name].kinds.flatMap(({ kind, account_id, code, name: of_account, amount_minor, parts = [] }) => [
      {
        id: account_id ?? kind,
        label: account_id === undefined ? word('account_kind', kind) : `${code} ${of_account}`,
        minor: amount_minor,
        look: 'account' as const,
      },
      ...parts.map((part) => ({
        id: part.till ?? 'vault',
        label: part.till === null ? t('treasury.vault') : part.name,
        minor: part.amount_minor,
        look: 'part' as const,
      })),
    ]),
    ...(name === 'equity'
      ? [
          {
            id: 'surplus',
            label: t('accounting.accumulated_surplus'),
            minor: sheet.accumulated_surplus_minor,
            look: 'account' as const,
          },
        ]
      : []),
    { id: name, label, minor: sheet[name].total_minor, look: 'sum' as const },
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
            cell: ({ label, look }) => <Look of={look}>{label}</Look>,
          },
          {
            header: t('amount.label'),
            isFigure: true,
            cell: ({ minor, look }) => (
              <Look of={look}>
                <Money minor={minor} currency={sheet.currency} />
              </Look>
            ),
          },
        ]}
      />
      <Balanced balanced={sheet.balanced} />
    </>
  );
}

function Look({ of, children }: { of: Row['look']; children: ReactNode }): ReactNode {
  if (of === 'sum') return <strong>{children}</strong>;
  return of === 'part' ? <span className="beside">{children}</span> : children;
}

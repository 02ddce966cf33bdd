/** What is owned and owed at the end of a day, beside a month and a year before. */
import type { ReactNode } from 'react';
import { useRead } from '../../api/reads.ts';
import type { BalanceSheet } from '../../generated/wire.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { DateField } from '../../forms/fields/date-field.tsx';
import { useFilter } from '../../forms/filters/filters.ts';
import { useToday } from '../../ui/moment.tsx';
import { useWords, type Words } from '../../words.ts';
import { COMPARED, monthsEarlier, yearUntil } from './compare.rules.ts';
import { FigureLink, type LinesBehind } from './figure-link.tsx';
import { Report } from './report.tsx';
import { Balanced } from './trial-balance-tab.tsx';

type Sheet = BalanceSheet['currencies'][number];

interface Row {
  id: string;
  label: string;
  minor: bigint | number;
  /** A part is in the amount above it. */
  look: 'account' | 'part' | 'sum';
  /** What leads to its movements; null: it is a sum, or a part. */
  behind: Pick<LinesBehind, 'account_kind' | 'account_id'> | null;
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
      {(sheet) => <SheetTable sheet={sheet} asOf={as_of} />}
    </Report>
  );
}

/** The rows of a sheet; those of an earlier one have the same ids. */
function rowsOf(sheet: Sheet, { t, word }: Words): Row[] {
  const section = (name: 'assets' | 'liabilities' | 'equity', label: string): Row[] => [
    ...sheet[name].kinds.flatMap(({ kind, account_id, code, name: of_account, amount_minor, parts = [] }) => [
      {
        id: account_id ?? kind,
        label: account_id === undefined ? word('account_kind', kind) : `${code} ${of_account}`,
        minor: amount_minor,
        look: 'account' as const,
        behind: { account_kind: kind, account_id },
      },
      ...parts.map((part) => ({
        id: part.till ?? 'vault',
        label: part.till === null ? t('treasury.vault') : part.name,
        minor: part.amount_minor,
        look: 'part' as const,
        behind: null,
      })),
    ]),
    ...(name === 'equity'
      ? [
          {
            id: 'surplus',
            label: t('accounting.accumulated_surplus'),
            minor: sheet.accumulated_surplus_minor,
            look: 'account' as const,
            behind: null,
          },
        ]
      : []),
    { id: name, label, minor: sheet[name].total_minor, look: 'sum' as const, behind: null },
  ];
  return [
    ...section('assets', t('accounting.assets')),
    ...section('liabilities', t('accounting.liabilities')),
    ...section('equity', t('accounting.equity')),
  ];
}

function SheetTable({ sheet, asOf }: { sheet: Sheet; asOf: string }): ReactNode {
  const words = useWords();
  const { t } = words;
  const { currency } = sheet;
  const rows = rowsOf(sheet, words);
  const [month, year] = COMPARED.map(({ months }) => monthsEarlier(asOf, months)) as [string, string];
  const of_month = useSheet(month, currency);
  const of_year = useSheet(year, currency);
  const amounts = (header: string, day: string, of_day: Sheet | undefined): Column<Row> => {
    const by_id = new Map((of_day ? rowsOf(of_day, words) : []).map(({ id, minor }) => [id, minor]));
    return {
      header,
      isFigure: true,
      cell: ({ id, look, behind }) => (
        <Look of={look}>
          <FigureLink
            minor={by_id.get(id) ?? 0}
            currency={currency}
            lines={behind && { ...yearUntil(day), ...behind }}
          />
        </Look>
      ),
    };
  };
  return (
    <>
      <DataTable
        currency={currency}
        name={`${t('accounting.balance_sheet')} ${currency}`}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            header: t('accounting.account'),
            cell: ({ label, look }) => <Look of={look}>{label}</Look>,
          },
          amounts(t('amount.label'), asOf, sheet),
          amounts(t(COMPARED[0].label), month, of_month),
          amounts(t(COMPARED[1].label), year, of_year),
        ]}
      />
      <Balanced balanced={sheet.balanced} />
    </>
  );
}

/** Undefined while nothing was posted by then, or it is not read yet. */
function useSheet(as_of: string, currency: string): Sheet | undefined {
  const { data } = useRead('accounting.balanceSheet', { as_of });
  return data?.currencies.find((each) => each.currency === currency);
}

function Look({ of, children }: { of: Row['look']; children: ReactNode }): ReactNode {
  if (of === 'sum') return <strong>{children}</strong>;
  return of === 'part' ? <span className="beside">{children}</span> : children;
}

/** The opening and closing balance of every kind of account in a range of days, and what was posted. */
import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TrialBalance } from '../../generated/wire.ts';
import { Link } from 'wouter';
import { useRead } from '../../api/reads.ts';
import { Money } from '../../money/money.tsx';
import { moneyColumn } from '../../money/money-column.tsx';
import { addDays } from '../../forms/fields/date.rules.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { useWords } from '../../words.ts';
import { CashParts } from '../treasury/cash-parts.tsx';
import { debitOf, sided, type Sided } from './balances.rules.ts';
import { yearUntil } from './compare.rules.ts';
import { FigureLink, linesAddress, type LinesBehind } from './figure-link.tsx';
import { Report, useDays } from './report.tsx';

type Balances = TrialBalance['currencies'][number];
type Row = Balances['rows'][number];

export function TrialBalanceTab(): ReactNode {
  const { from, to, is_given, fields } = useDays();
  return (
    <Report report="accounting.trialBalance" input={is_given ? { from, to } : null} fields={fields}>
      {(of_currency) => <TrialBalanceTable balances={of_currency} days={{ from, to }} />}
    </Report>
  );
}

export interface TrialBalanceTableProps {
  balances: Balances;
  /** For the links into the general ledger. */
  days: { from: string; to: string };
}

export function TrialBalanceTable({ balances, days }: TrialBalanceTableProps): ReactNode {
  const { t, word } = useWords();
  const { currency, rows, total_debits_minor, total_credits_minor, balanced } = balances;
  const codeOfKind = useCodes(currency);
  const codeOf = ({ code, kind }: Row): string => code ?? codeOfKind(kind);
  const in_order = rows.toSorted((a, b) => codeOf(a).localeCompare(codeOf(b)));
  const until = yearUntil(days.to);
  const before = yearUntil(addDays(days.from, -1));
  const figure = (header: string, of: (row: Row) => bigint | number) => ({
    header,
    isFigure: true,
    cell: (row: Row) => <FigureLink minor={of(row)} currency={currency} lines={linesOf(row, days)} />,
  });
  const closing = (row: Row): Sided => sided(row.closing_balance_minor, row.normal_side);
  const side = (header: string, of: (row: Row) => bigint) => ({
    header,
    isFigure: true,
    cell: (row: Row) =>
      of(row) === 0n ? '' : <FigureLink minor={of(row)} currency={currency} lines={linesOf(row, until)} />,
  });
  const total = (header: string, minor: bigint | number): ReactNode => (
    <Table.Td role="cell" data-label={header} className="figure">
      <Money minor={minor} currency={currency} />
    </Table.Td>
  );
  const sum = (of: (row: Row) => bigint): bigint => rows.reduce((all, row) => all + of(row), 0n);
  return (
    <>
      <DataTable<Row>
        currency={currency}
        name={`${t('accounting.trial_balance')} ${currency}`}
        rows={in_order}
        rowKey={({ kind, account_id }) => account_id ?? kind}
        columns={[
          { header: t('accounting.code'), cell: codeOf },
          {
            header: t('accounting.account'),
            cell: (row) => (
              <Link href={linesAddress(linesOf(row, days))}>
                {row.account_id ? row.name : word('account_kind', row.kind)}
              </Link>
            ),
          },
          {
            header: t('accounting.opening'),
            isFigure: true,
            cell: (row) => (
              <FigureLink
                minor={debitOf(row.opening_balance_minor, row.normal_side)}
                currency={currency}
                isSided
                lines={linesOf(row, before)}
              />
            ),
          },
          figure(t('accounting.debits'), (row) => row.debits_minor),
          figure(t('accounting.credits'), (row) => row.credits_minor),
          side(t('accounting.closing_debit'), (row) => closing(row).debit_minor),
          side(t('accounting.closing_credit'), (row) => closing(row).credit_minor),
        ]}
        foot={
          <Table.Tfoot role="rowgroup">
            <Table.Tr role="row">
              <Table.Th role="rowheader" scope="row" colSpan={3}>
                {t('accounting.total')}
              </Table.Th>
              {total(t('accounting.debits'), total_debits_minor)}
              {total(t('accounting.credits'), total_credits_minor)}
              {total(
                t('accounting.closing_debit'),
                sum((row) => closing(row).debit_minor),
              )}
              {total(
                t('accounting.closing_credit'),
                sum((row) => closing(row).credit_minor),
              )}
            </Table.Tr>
          </Table.Tfoot>
        }
      />
      <CashParts
        parts={rows.flatMap((row) => row.parts ?? [])}
        currency={currency}
        columns={[
          moneyColumn(t('accounting.opening'), 'opening_balance_minor', currency),
          moneyColumn(t('accounting.debits'), 'debits_minor', currency),
          moneyColumn(t('accounting.credits'), 'credits_minor', currency),
          moneyColumn(t('accounting.closing'), 'closing_balance_minor', currency),
        ]}
      />
      <Balanced balanced={balanced} />
    </>
  );
}

function linesOf({ kind, account_id }: Row, days: TrialBalanceTableProps['days']): LinesBehind {
  return { ...days, account_kind: kind, account_id };
}

/** The codes of the accounts of the system, which the trial balance shows by kind. */
function useCodes(currency: string): (kind: Row['kind']) => string {
  const accounts = useRead('accounting.chart.get', {}).data?.accounts ?? [];
  return (kind) =>
    accounts.find((account) => account.kind === kind && account.currency === currency)?.code ?? '';
}

/** Whether both sides are equal, in words. */
export function Balanced({ balanced }: { balanced: boolean }): ReactNode {
  const { t } = useWords();
  return (
    <Text size="sm" fw={600} {...(balanced ? {} : { role: 'alert', c: 'red' })}>
      {balanced ? t('accounting.balanced') : t('accounting.not_balanced')}
    </Text>
  );
}

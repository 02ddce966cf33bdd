/** The opening and closing balance of every kind of account in a range of days, and what was posted. */
import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TrialBalance } from '../../generated/wire.ts';
import { Money } from '../../money/money.tsx';
import { moneyColumn } from '../../money/money-column.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { useWords } from '../../words.ts';
import { Report, useDays } from './report.tsx';

type Balances = TrialBalance['currencies'][number];
type Row = Balances['rows'][number];

export function TrialBalanceTab(): ReactNode {
  const { from, to, is_given, fields } = useDays();
  return (
    <Report report="accounting.trialBalance" input={is_given ? { from, to } : null} fields={fields}>
      {(of_currency) => <TrialBalanceTable balances={of_currency} />}
    </Report>
  );
}

export function TrialBalanceTable({ balances }: { balances: Balances }): ReactNode {
  const { t, word } = useWords();
  const { currency, rows, total_debits_minor, total_credits_minor, balanced } = balances;
  const figure = (header: string, of: (row: Row) => bigint | number) => ({
    header,
    isFigure: true,
    cell: (row: Row) => <Money minor={of(row)} currency={currency} />,
  });
  return (
    <>
      <DataTable<Row>
        name={`${t('accounting.trial_balance')} ${currency}`}
        rows={rows}
        rowKey={({ kind, account_id }) => account_id ?? kind}
        columns={[
          {
            header: t('accounting.account'),
            cell: ({ kind, account_id, code, name }) =>
              account_id ? `${code} ${name}` : word('account_kind', kind),
          },
          figure(t('accounting.opening'), (row) => row.opening_balance_minor),
          figure(t('accounting.debits'), (row) => row.debits_minor),
          figure(t('accounting.credits'), (row) => row.credits_minor),
          figure(t('accounting.closing'), (row) => row.closing_balance_minor),
        ]}
        foot={
          <Table.Tfoot role="rowgroup">
            <Table.Tr role="row">
              <Table.Th role="rowheader" scope="row" colSpan={2}>
                {t('accounting.total')}
              </Table.Th>
              <Table.Td role="cell" data-label={t('accounting.debits')} className="figure">
                <Money minor={total_debits_minor} currency={currency} />
              </Table.Td>
              <Table.Td role="cell" data-label={t('accounting.credits')} className="figure">
                <Money minor={total_credits_minor} currency={currency} />
              </Table.Td>
              <Table.Td role="cell" />
            </Table.Tr>
          </Table.Tfoot>
        }
      />
      <CashParts rows={rows} currency={currency} />
      <Balanced balanced={balanced} />
    </>
  );
}

/** The vault and the tills, which together are the cash on hand. */
function CashParts({ rows, currency }: Pick<Balances, 'rows' | 'currency'>): ReactNode {
  const { t } = useWords();
  const parts = rows.flatMap((row) => row.parts ?? []);
  if (parts.length === 0) return null;
  return (
    <DataTable
      name={t('treasury.where')}
      showName
      rows={parts}
      rowKey={({ till }) => till ?? ''}
      columns={[
        {
          header: t('treasury.place'),
          cell: ({ till, name }) => (till === null ? t('treasury.vault') : name),
        },
        moneyColumn(t('accounting.opening'), 'opening_balance_minor', currency),
        moneyColumn(t('accounting.debits'), 'debits_minor', currency),
        moneyColumn(t('accounting.credits'), 'credits_minor', currency),
        moneyColumn(t('accounting.closing'), 'closing_balance_minor', currency),
      ]}
    />
  );
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

/** One account of a statement: opening balance, each movement with the balance after it, closing balance. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Money } from '../../../money/money.tsx';
import { moneyColumn } from '../../../money/money-column.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { LocalDate } from '../../../ui/moment.tsx';
import { useWords } from '../../../words.ts';
import type { StatementAccount } from './statement.rules.ts';

interface Row {
  key: string;
  date: string;
  text: ReactNode;
  amount_minor: number | null;
  balance_minor: number | bigint;
}

export interface StatementTableProps {
  account: StatementAccount;
  currency: string;
  from: string;
  to: string;
}

export function StatementTable({ account, currency, from, to }: StatementTableProps): ReactNode {
  const { t, word } = useWords();
  const names: Record<string, string> = {
    member_savings: t('members.savings'),
    member_shares: t('members.shares'),
    loan_principal: t('members.loan'),
  };
  const name = names[account.kind] ?? word('account_kind', account.kind);
  const rows: Row[] = [
    {
      key: 'opening',
      date: from,
      text: <strong>{t('statement.opening')}</strong>,
      amount_minor: null,
      balance_minor: account.opening_balance_minor,
    },
    ...account.movements.map(({ date, entry_id, kind, amount_minor, balance_after_minor }, index) => ({
      key: `${entry_id} ${index}`,
      date,
      text: <Link href={`/entries/${entry_id}/receipt`}>{word('kind', kind)}</Link>,
      amount_minor,
      balance_minor: balance_after_minor,
    })),
    {
      key: 'closing',
      date: to,
      text: <strong>{t('statement.closing')}</strong>,
      amount_minor: null,
      balance_minor: account.closing_balance_minor,
    },
  ];
  return (
    <DataTable
      currency={currency}
      name={name}
      showName
      rows={rows}
      rowKey={({ key }) => key}
      columns={[
        { header: t('statement.date'), cell: ({ date }) => <LocalDate date={date} /> },
        { header: t('statement.movement'), cell: ({ text }) => text },
        {
          header: t('entry.amount'),
          isFigure: true,
          cell: ({ amount_minor }) =>
            amount_minor !== null && <Money minor={amount_minor} currency={currency} />,
        },
        moneyColumn(t('statement.balance'), 'balance_minor', currency),
      ]}
    />
  );
}

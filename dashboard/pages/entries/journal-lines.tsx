/** The lines of a journal, and of its reversal. */
import type { ReactNode } from 'react';
import type { Entry } from '../../generated/wire.ts';
import { Money } from '../../money/money.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { useWords } from '../../words.ts';

type Line = NonNullable<Entry['lines']>[number];

export interface JournalLinesProps {
  entry: Entry;
  lines: readonly Line[];
}

export function JournalLines({ entry, lines }: JournalLinesProps): ReactNode {
  const { t } = useWords();
  const amount = (minor: bigint | number): ReactNode =>
    BigInt(minor) === 0n ? '' : <Money minor={minor} currency={entry.currency} />;
  return (
    <DataTable<Line>
      name={t('movement_page.lines')}
      showName
      rows={lines}
      rowKey={(_line, index) => String(index)}
      columns={[
        {
          header: t('movement_page.account'),
          cell: ({ account }) => (account ? `${account.code} ${account.name}` : '–'),
        },
        {
          header: t('movement_page.debit'),
          isFigure: true,
          cell: ({ debit_minor }) => amount(debit_minor),
        },
        {
          header: t('movement_page.credit'),
          isFigure: true,
          cell: ({ credit_minor }) => amount(credit_minor),
        },
      ]}
    />
  );
}

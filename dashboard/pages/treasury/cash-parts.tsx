/** The vault and the tills, which together are the cash on hand; nothing where there are no tills. */
import type { ReactNode } from 'react';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { useWords } from '../../words.ts';

/** The vault, or a till by its name. */
interface CashPart {
  till: string | null;
  name: string;
}

export interface CashPartsProps<Part> {
  parts: readonly Part[];
  currency: string;
  /** What is told of each. */
  columns: Column<Part>[];
}

export function CashParts<Part extends CashPart>(props: CashPartsProps<Part>): ReactNode {
  const { parts, currency, columns } = props;
  const { t } = useWords();
  if (parts.length === 0) return null;
  return (
    <DataTable
      currency={currency}
      name={t('treasury.where')}
      showName
      rows={parts}
      rowKey={({ till }) => till ?? ''}
      columns={[
        {
          header: t('treasury.place'),
          cell: ({ till, name }) => (till === null ? t('treasury.vault') : name),
        },
        ...columns,
      ]}
    />
  );
}

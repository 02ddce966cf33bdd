/** A column of amounts. */
import type { Column } from '../ui/data-table.tsx';
import { Money } from './money.tsx';

type RowWith<Name extends string> = Record<Name, number | bigint> & { currency?: string };

/** @param name of the field, in minor units. @param currency the row's own if not given */
export function moneyColumn<Name extends string>(
  header: string,
  name: Name,
  currency?: string,
): Column<RowWith<Name>> {
  return {
    header,
    isFigure: true,
    ...(currency ? { currency } : {}),
    cell: (row) => <Money minor={row[name]} currency={currency ?? row.currency ?? ''} />,
  };
}

/** The same, with the sum of all rows at the foot of the list: what somebody would add up. */
export function summedColumn<Name extends string>(header: string, name: Name): Column<RowWith<Name>> {
  return { ...moneyColumn(header, name), amount: name };
}

/** The totals of a list in words: how many rows fit the filter, and their sums by currency. */

export interface ListTotals {
  count: number;
  is_capped: boolean;
  sums: readonly { field: string; currency: string; amount: string }[];
}

/** "132 rows in all; amount 1204500.00 KES" */
export function totalsText({ count, is_capped, sums }: ListTotals): string {
  const rows = is_capped ? `More than ${count} rows` : `${count} ${count === 1 ? 'row' : 'rows'} in all`;
  const amounts = sums.map(({ field, currency, amount }) => `; ${field} ${amount} ${currency}`);
  return `${rows}${amounts.join('')}`;
}

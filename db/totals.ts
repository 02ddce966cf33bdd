/** What the rows of a filter come to: how many there are, and their sums by currency. */
import type { QueryBuilder } from 'objection';
import { MAX_COUNTED, type Totals } from './page.ts';

interface Summed {
  currency?: string;
  count: bigint;
  [column: string]: unknown;
}

/**
 * One statement, which reads at most one row more than it counts.
 * @param rows filtered, without a limit
 * @param table by which the query calls the table of the amounts
 * @param amounts columns in minor units, beside a `currency`
 */
export async function totalsOf(
  // Its types say nothing of rows that are only counted.
  rows: QueryBuilder<never, unknown>,
  table: string,
  amounts: readonly string[],
  most = MAX_COUNTED,
): Promise<Totals> {
  const db = rows.knex();
  const columns = amounts.length === 0 ? [] : ['currency', ...amounts].map((name) => `${table}.${name}`);
  const bounded = rows
    .clone()
    .clearSelect()
    .clearOrder()
    .select(columns.length === 0 ? [db.raw('1') as never] : columns)
    .limit(most + 1)
    .toKnexQuery()
    .as('bounded');
  const query = db.from(bounded).select(db.raw('count(*) as count'));
  if (amounts.length > 0) void query.select('currency').groupBy('currency').orderBy('currency');
  for (const name of amounts) void query.select(db.raw('sum(??)::text as ??', [name, name]));
  const found = (await query) as Summed[];
  const count = found.reduce((sum, each) => sum + Number(each.count), 0);
  if (count > most) return { count: most, is_capped: true, sums: [] };
  const sums = amounts.flatMap((column) =>
    found.map(({ currency = '', [column]: sum }) => ({
      column,
      currency,
      amount_minor: BigInt(sum as string),
    })),
  );
  return { count, is_capped: false, sums };
}

/** Many rows as parameters of a statement: an array for each column, as `unnest` takes them. */

export type ColumnsOf<Row, Name extends keyof Row> = { readonly [Each in Name]: readonly Row[Each][] };

export function columnsOf<Row, Name extends keyof Row>(
  rows: readonly Row[],
  ...names: readonly Name[]
): ColumnsOf<Row, Name> {
  const columns = names.map((name) => [name, rows.map((row) => row[name])]);
  return Object.fromEntries(columns) as ColumnsOf<Row, Name>;
}

/** The row that a statement must have answered, e.g. `insert … returning *` of one row. */
export function expectOne<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`expected one row, got ${rows.length}`);
  return row;
}

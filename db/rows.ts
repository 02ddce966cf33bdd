/** The only row of a result, such as `insert … returning *`. @throws when there is none, or more than one */
export function expectOne<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`expected one row, got ${rows.length}`);
  return row;
}

/** Finds columns with the same value in all rows, so that it is sent or stored once. */

/**
 * @param rows all with the same columns, at least one
 * @returns column → that value, null if no row has one; of objects, only dates can be equal
 */
export function valuesInCommon<Value>(
  rows: readonly Readonly<Record<string, Value>>[],
): Map<string, Value | null> {
  const common = new Map<string, Value | null>();
  const first = rows[0] ?? {};
  for (const column of Object.keys(first)) {
    const value = first[column] ?? null;
    const isCommon =
      value instanceof Date
        ? rows.every(({ [column]: other }) => other instanceof Date && other.getTime() === value.getTime())
        : rows.every(({ [column]: other }) => (other ?? null) === value);
    if (isCommon) common.set(column, value);
  }
  return common;
}

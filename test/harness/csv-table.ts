/** Tables as people write them; by itself, as the script of the kills takes nothing else of the harness. */

/** A table as CSV: the columns in the order of the first row; what a row lacks is empty. */
export function csvTable(rows: readonly Record<string, string>[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
    .map((cells) => cells.join(','))
    .join('\n');
}

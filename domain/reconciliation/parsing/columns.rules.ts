/** Finds the columns of a statement by their names in the header. Pure. */
import { excerpt } from './excerpt.rules.ts';
import { comparable } from './names.rules.ts';
import { COLUMN_ROLES, type ColumnRole, type StatementFormat } from './statement.rules.ts';

/** Role of a column → its index in a record; -1 where the column is not read. */
export type ColumnPlaces = Record<ColumnRole | 'status', number>;

/** Wider tables are no statements; the names in the header are compared one by one. */
const MAX_COLUMNS = 1000;
/** Columns of the header that an error lists. */
const MAX_LISTED = 20;

/** @returns the indexes, or the problems with the header, one sentence for each column */
export function findColumns(
  header: readonly string[],
  { columns, status_column }: Pick<StatementFormat, 'columns' | 'status_column'>,
): { places: ColumnPlaces } | { problems: string[] } {
  if (header.length > MAX_COLUMNS)
    return { problems: [`The header has ${header.length} columns; at most ${MAX_COLUMNS} are read.`] };
  const problems: string[] = [];
  const find = (name: string | undefined): number => {
    if (name === undefined) return -1;
    const found = placesOf(name, header);
    if (found.length > 1) problems.push(`The header has the column ${excerpt(name)} ${found.length} times.`);
    if (found.length === 0) problems.push(`The header has no column ${excerpt(name)}. ${listed(header)}`);
    return found[0] ?? -1;
  };
  const read = COLUMN_ROLES.map((role) => [role, find(columns[role])]);
  const places = Object.fromEntries([...read, ['status', find(status_column)]]) as ColumnPlaces;
  return problems.length > 0 ? { problems } : { places };
}

/** An exact match has priority over names that differ by case only. */
function placesOf(name: string, header: readonly string[]): number[] {
  const exact = placesWhere(header, (cell) => cell.trim() === name.trim());
  return exact.length > 0 ? exact : placesWhere(header, (cell) => comparable(cell) === comparable(name));
}

function placesWhere(header: readonly string[], matches: (cell: string) => boolean): number[] {
  return header.flatMap((cell, place) => (matches(cell) ? [place] : []));
}

function listed(header: readonly string[]): string {
  const names = header.slice(0, MAX_LISTED).map(excerpt).join(', ');
  return `It has ${names}${header.length > MAX_LISTED ? ' and more' : ''}.`;
}

/**
 * Tables that people write: CSV with a header whose columns are known, and what is wrong with it, line by line and column by
 * column. Pure.
 */
import { AppError } from './errors.ts';
import { readCsv } from './read-csv.ts';

export interface TableError {
  line_no: number;
  /** Null: it is about the line as a whole. */
  column: string | null;
  message: string;
}

export interface TableRow<Column extends string> {
  line_no: number;
  /** Trimmed; empty where the cell is, or the file lacks the column. */
  cells: Readonly<Record<Column, string>>;
}

export interface TableLayout<Column extends string> {
  columns: readonly Column[];
  /** Those of which every line needs a value. */
  required: readonly NoInfer<Column>[];
}

interface TableLimits {
  max_bytes: number;
  max_rows: number;
}

export interface ReadTable<Column extends string> {
  rows: TableRow<Column>[];
  errors: TableError[];
}

/** @throws AppError PAYLOAD_TOO_LARGE above the limits */
export function readTable<Column extends string>(
  text: string,
  layout: TableLayout<Column>,
  { max_bytes, max_rows }: TableLimits,
): ReadTable<Column> {
  if (Buffer.byteLength(text) > max_bytes) throw tooLarge(`${max_bytes / 1024 / 1024} MiB`);
  if (text.includes('\0'))
    return failed({
      line_no: 1,
      column: null,
      message: 'The file is no text in UTF-8. Save it as CSV in UTF-8.',
    });
  const csv = readCsv(text, { delimiter: delimiterOf(text), skip_lines: 0, max_records: max_rows + 1 });
  if (csv.more) throw tooLarge(`${max_rows.toLocaleString('en')} lines`);
  const [header, ...records] = csv.records;
  const fault = csv.fault ? [{ ...csv.fault, column: null }] : [];
  if (!header) return failed(...fault, { line_no: 1, column: null, message: 'The file has no header.' });
  const places = placesOf(header.cells, layout);
  if (Array.isArray(places)) return failed(...places.map((each) => ({ line_no: header.line_no, ...each })));
  const errors: TableError[] = [...fault];
  const rows = records.map(({ line_no, cells }): TableRow<Column> => {
    if (cells.length > header.cells.length)
      errors.push({ line_no, column: null, message: 'The line has more cells than the header.' });
    const row = Object.fromEntries(
      layout.columns.map((column) => [column, unquoted(cells[places.get(column) ?? -1] ?? '')]),
    ) as Record<Column, string>;
    for (const column of layout.required)
      if (row[column] === '') errors.push({ line_no, column, message: `"${column}" is required` });
    return { line_no, cells: row };
  });
  return { rows, errors };
}

function failed<Column extends string>(...errors: TableError[]): ReadTable<Column> {
  return { rows: [], errors };
}

function tooLarge(limit: string): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `A file has at most ${limit}. Send it in parts.`);
}

/** Spreadsheets of some languages separate cells by semicolons. */
function delimiterOf(text: string): string {
  const [header = ''] = /^[^\r\n]*/.exec(text) ?? [];
  return header.includes(';') && !header.includes(',') ? ';' : ',';
}

/** Text that might be read as a formula is exported with an apostrophe before it. */
function unquoted(cell: string): string {
  return /^'[=+\-@]/.test(cell) ? cell.slice(1) : cell;
}

function placesOf<Column extends string>(
  header: readonly string[],
  { columns, required }: TableLayout<Column>,
): Map<string, number> | Omit<TableError, 'line_no'>[] {
  const names = header.map((name) => name.trim().toLowerCase());
  const errors: Omit<TableError, 'line_no'>[] = [];
  names.forEach((name, i) => {
    if (name === '') errors.push({ column: null, message: `Column ${i + 1} has no name.` });
    else if (!columns.some((column) => column === name))
      errors.push({
        column: name.slice(0, 60),
        message: `There is no column "${name.slice(0, 60)}": ${columns.join(', ')}`,
      });
    else if (names.indexOf(name) < i)
      errors.push({ column: name, message: `The column "${name}" is there twice.` });
  });
  for (const column of required)
    if (!names.includes(column)) errors.push({ column, message: `The column "${column}" is missing.` });
  return errors.length > 0 ? errors : new Map(names.map((name, i) => [name, i]));
}

/** CSV for spreadsheets: RFC 4180, lines end with CR LF, no cell is read as a formula, and none is split at another delimiter. */
import { stringify } from 'csv-stringify/sync';
import { toJson } from './json.ts';
import { objectWithin, OptionalField, type Fields, type ObjectSchema, type Wire } from './schema.ts';

/** Spreadsheets read a cell that begins with one of these as a formula; the full-width forms count, too. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/u;
const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** Programs in some languages split lines at these instead of commas. Cells with quotes or line ends are quoted anyway. */
const OTHER_DELIMITER = /[;\t]/;
/** Lines per chunk. */
const CHUNK_LINES = 500;

/** @param lines of cells, including the header; a cell that may be read as a formula gets a leading apostrophe */
export function toCsv(lines: readonly (readonly string[])[]): string {
  return write(lines.map((cells) => cells.map((cell) => (NUMBER.test(cell) ? cell : withoutFormula(cell)))));
}

/**
 * Resources as CSV, in chunks of text: a header with the names of their JSON fields, and a line for each. The fields of an object
 * within are columns of their own, such as `member.full_name`; a list is written as JSON. Money is decimal text, without its
 * amount in minor units; numbers are not quoted; text that may be read as a formula, such as a phone number, gets a leading
 * apostrophe; null is empty.
 * @param schema of one resource
 * @param rows read lazily, while the text is consumed
 */
export async function* csvOf<F extends Fields>(
  schema: ObjectSchema<F>,
  rows: AsyncIterable<Wire<ObjectSchema<F>>> | Iterable<Wire<ObjectSchema<F>>>,
): AsyncGenerator<string, void, undefined> {
  const columns = columnsOf(schema.fields);
  let lines = [columns.map(({ path }) => path.join('.'))];
  for await (const row of rows) {
    lines.push(columns.map(({ path, is_money }) => cellOf(valueAt(path, row), is_money)));
    if (lines.length < CHUNK_LINES) continue;
    yield write(lines);
    lines = [];
  }
  if (lines.length > 0) yield write(lines);
}

interface CsvColumn {
  /** The names that lead to its field. */
  path: readonly string[];
  is_money: boolean;
}

function columnsOf(fields: Fields, above: readonly string[] = []): CsvColumn[] {
  const names = Object.keys(fields);
  return Object.entries(fields).flatMap(([name, field]) => {
    if (isMinorTwin(name, names)) return [];
    const path = [...above, name];
    const inner = objectWithin(field instanceof OptionalField ? field.schema : field);
    return inner ? columnsOf(inner.fields, path) : [{ path, is_money: names.includes(`${name}_minor`) }];
  });
}

function isMinorTwin(name: string, names: readonly string[]): boolean {
  return name.endsWith('_minor') && names.includes(name.slice(0, -'_minor'.length));
}

function valueAt(path: readonly string[], row: unknown): unknown {
  return path.reduce(
    (value, name) =>
      value === null || value === undefined ? null : (value as Record<string, unknown>)[name],
    row,
  );
}

function cellOf(value: unknown, is_money: boolean): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return is_money ? value : withoutFormula(value);
  if (value instanceof Date) return value.toISOString();
  return toJson(value);
}

function write(lines: readonly (readonly string[])[]): string {
  return stringify([...lines], {
    record_delimiter: '\r\n',
    quote_record_delimiter: true,
    quoted_match: OTHER_DELIMITER,
  });
}

function withoutFormula(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

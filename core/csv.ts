/** CSV for spreadsheets: RFC 4180, lines end with CR LF, no cell is read as a formula, and none is split at another delimiter. */
import { stringify } from 'csv-stringify/sync';
import type { Fields, ObjectSchema, Wire } from './schema.ts';

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
 * Resources as CSV, in chunks of text: a header with the names of their JSON fields, and a line for each. Money is decimal
 * text, without its amount in minor units; numbers are not quoted; text that may be read as a formula, such as a phone number,
 * gets a leading apostrophe; null is empty.
 * @param schema of one resource, whose fields hold no objects or lists
 * @param rows read lazily, while the text is consumed
 */
export async function* csvOf<F extends Fields>(
  schema: ObjectSchema<F>,
  rows: AsyncIterable<Wire<ObjectSchema<F>>> | Iterable<Wire<ObjectSchema<F>>>,
): AsyncGenerator<string, void, undefined> {
  const fields = Object.keys(schema.fields);
  const columns = fields
    .filter((name) => !isMinorTwin(name, fields))
    .map((name) => ({ name, is_money: fields.includes(`${name}_minor`) }));
  let lines = [columns.map(({ name }) => name)];
  for await (const row of rows) {
    const values = row as Record<string, unknown>;
    lines.push(columns.map(({ name, is_money }) => cellOf(values[name], is_money)));
    if (lines.length < CHUNK_LINES) continue;
    yield write(lines);
    lines = [];
  }
  if (lines.length > 0) yield write(lines);
}

function isMinorTwin(name: string, fields: readonly string[]): boolean {
  return name.endsWith('_minor') && fields.includes(name.slice(0, -'_minor'.length));
}

function cellOf(value: unknown, is_money: boolean): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return is_money ? value : withoutFormula(value);
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value);
  if (value instanceof Date) return value.toISOString();
  throw new TypeError('a cell of CSV holds one value');
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

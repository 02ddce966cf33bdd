/** CSV as spreadsheets read it: RFC 4180, lines end with CR LF, and no cell is taken for a formula. */
import { stringify } from 'csv-stringify/sync';

/** A spreadsheet takes a cell that begins like this for a formula; it also reads the full-width forms. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/u;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** @param lines of cells, the header among them; a cell that may be taken for a formula gets a leading apostrophe */
export function toCsv(lines: readonly (readonly string[])[]): string {
  return stringify(
    lines.map((cells) => cells.map(withoutFormula)),
    { record_delimiter: '\r\n', quote_record_delimiter: true },
  );
}

function withoutFormula(cell: string): string {
  return FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
}

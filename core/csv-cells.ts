/** Reads the cells of a line one by one, and collects what is wrong with them. Pure. */
import type { TableError, TableRow } from './csv-table.ts';
import { isLocalDate } from './local-date.ts';
import { parseDecimal } from './money.ts';

const AMOUNT_MESSAGES = {
  not_decimal: 'must be an amount, like 1500.00',
  too_many_decimals: 'must have at most two decimals',
  not_positive: 'must be more than zero',
  too_large: 'must be at most 90071992547409.91',
} as const;

/** No control characters: a cell is one line of text. */
const ONE_LINE = /^\P{Cc}*$/u;

export class Cells<Column extends string> {
  readonly errors: TableError[] = [];
  readonly line_no: number;
  private readonly cells: Readonly<Record<Column, string>>;

  constructor({ line_no, cells }: TableRow<Column>) {
    this.line_no = line_no;
    this.cells = cells;
  }

  /** As it stands in the file. */
  written(column: Column): string {
    return this.cells[column];
  }

  /** @param message after the column's name */
  refuse(column: Column, message: string): void {
    this.errors.push({ line_no: this.line_no, column, message: `"${column}" ${message}` });
  }

  text(column: Column, max: number): string | null {
    const cell = this.cells[column];
    if (cell === '') return null;
    if (cell.length > max || !ONE_LINE.test(cell))
      this.refuse(column, `must be one line of at most ${max} characters`);
    return cell;
  }

  matching(column: Column, pattern: RegExp, message: string): string {
    const cell = this.cells[column];
    if (cell !== '' && !pattern.test(cell)) this.refuse(column, message);
    return cell;
  }

  oneOf<Value extends string>(column: Column, values: readonly Value[], otherwise: Value): Value {
    const cell = this.cells[column].toLowerCase();
    if (cell === '') return otherwise;
    const found = values.find((value) => value === cell);
    if (!found) this.refuse(column, `must be one of ${values.join(', ')}`);
    return found ?? otherwise;
  }

  /** More than zero; 0 where the cell is empty or wrong. */
  amount(column: Column): bigint {
    return this.read(column, false);
  }

  /** 0 where the cell is empty. */
  amountFromZero(column: Column): bigint {
    return this.read(column, true);
  }

  private read(column: Column, or_zero: boolean): bigint {
    const cell = this.cells[column];
    if (cell === '' || (or_zero && /^0+(\.0+)?$/.test(cell))) return 0n;
    const minor = parseDecimal(cell);
    if (typeof minor === 'bigint') return minor;
    this.refuse(column, AMOUNT_MESSAGES[minor]);
    return 0n;
  }

  integer(column: Column, least: number, most: number): number {
    const cell = this.cells[column];
    if (cell === '') return least;
    const value = /^\d{1,6}$/.test(cell) ? Number(cell) : -1;
    if (value >= least && value <= most) return value;
    this.refuse(column, `must be a whole number from ${least} to ${most}`);
    return least;
  }

  date(column: Column): string | null {
    const cell = this.cells[column];
    if (cell === '') return null;
    if (isLocalDate(cell)) return cell;
    this.refuse(column, 'must be a date that exists, as YYYY-MM-DD');
    return null;
  }

  boolean(column: Column): boolean {
    return ['yes', 'true', '1'].includes(this.oneOf(column, ['yes', 'no', 'true', 'false', '1', '0'], 'no'));
  }
}

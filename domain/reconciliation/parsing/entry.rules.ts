/** Reads one record of a statement: an entry, a row that is none, or an error. Pure. */
import { parseUtcOffset } from '../../../core/local-date.ts';
import type { CsvRecord } from '../../../core/read-csv.ts';
import { amountReader, type AmountOrProblem } from './amount.rules.ts';
import type { ColumnPlaces } from './columns.rules.ts';
import { dateForms, dateReader } from './date.rules.ts';
import { excerpt } from './excerpt.rules.ts';
import { kindReader } from './kinds.rules.ts';
import { comparable } from './names.rules.ts';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_STATEMENT_ID_LENGTH,
  type LineKind,
  type ParsedLine,
  type StatementError,
  type StatementOptions,
} from './statement.rules.ts';

/** Null for a row that is no entry: it has another status, or no amount. */
type ReadEntry = (record: CsvRecord) => ParsedLine | StatementError | null;
type Cells = readonly string[];

/** The form that spreadsheets give long numbers, which makes different ids equal. */
const ROUNDED_NUMBER = /^\d(?:[.,]\d{1,20})?E\+\d{1,3}$/i;

/** @param width number of columns in the header */
export function entryReader(options: StatementOptions, places: ColumnPlaces, width: number): ReadEntry {
  const { currency, date_format, reference_after = '' } = options;
  const counts = statusReader(options, places);
  const readSide = sideReader(options, places);
  const readKind = lineKindReader(options, places);
  const readDate = dateReader(date_format, parseUtcOffset(options.utc_offset ?? '+00:00') ?? 0);

  return ({ line_no, cells }) => {
    if (cells.length > width && cells.slice(width).some((cell) => cell.trim() !== ''))
      return { line_no, message: `The record has ${cells.length} cells, the header has ${width}.` };
    if (!counts(cells)) return null;
    const amount_minor = readSide(cells);
    if (amount_minor === 0n) return null;

    const date_cell = cells[places.date] ?? '';
    const date = places.date === -1 ? null : readDate(date_cell);
    const reference = textOf(textAfter(reference_after, cells[places.reference]));
    const provider_txn_id = textOf(cells[places.provider_txn_id]);
    const description = textOf(cells[places.description]);
    const problems = [
      typeof amount_minor === 'string' ? amount_minor : null,
      places.date !== -1 && date === null ? dateProblem(date_cell, date_format) : null,
      idProblem('reference', reference),
      idProblem('provider_txn_id', provider_txn_id),
      lengthProblem('description', description, MAX_DESCRIPTION_LENGTH),
    ];
    if (typeof amount_minor === 'string' || problems.some((problem) => problem !== null))
      return { line_no, message: problems.filter((problem) => problem !== null).join(' ') };
    return {
      line_no,
      kind: readKind(cells),
      amount_minor,
      currency,
      date,
      reference,
      provider_txn_id,
      description,
    };
  };
}

function statusReader(
  { ok_statuses = [] }: StatementOptions,
  { status }: ColumnPlaces,
): (cells: Cells) => boolean {
  if (status === -1) return () => true;
  const accepted = new Set(ok_statuses.map(comparable));
  return (cells) => accepted.has(comparable(cells[status] ?? ''));
}

/** The amount, or that of the side that is filled: an amount in the debit column is money out, whatever its sign. */
function sideReader(options: StatementOptions, places: ColumnPlaces): (cells: Cells) => AmountOrProblem {
  const { currency, decimal_separator = '.', amount_unit = 'major' } = options;
  const read = amountReader({ currency, decimal_separator, amount_unit });
  if (places.amount !== -1) return (cells) => read(cells[places.amount] ?? '');
  return (cells) => {
    const credit = read(cells[places.credit] ?? '');
    const debit = read(cells[places.debit] ?? '');
    if (typeof credit === 'string') return credit;
    if (typeof debit === 'string') return debit;
    if (credit !== 0n && debit !== 0n) return 'Both the credit and the debit column are filled.';
    return credit !== 0n ? credit : debit > 0n ? -debit : debit;
  };
}

function lineKindReader(
  { kinds = {}, default_kind = 'payment' }: StatementOptions,
  { kind }: ColumnPlaces,
): (cells: Cells) => LineKind {
  if (kind === -1) return () => default_kind;
  const read = kindReader(kinds);
  return (cells) => read(cells[kind] ?? '');
}

function textAfter(beginning: string, cell = ''): string {
  if (beginning === '') return cell;
  const found = cell.indexOf(beginning);
  return found === -1 ? '' : cell.slice(found + beginning.length);
}

function textOf(cell = ''): string | null {
  return cell.trim() || null;
}

function dateProblem(cell: string, date_format: string | undefined): string {
  return cell.trim() === ''
    ? 'The date is empty.'
    : `${excerpt(cell)} is no date of the form ${dateForms(date_format)}.`;
}

function idProblem(name: string, id: string | null): string | null {
  if (id !== null && ROUNDED_NUMBER.test(id))
    return `The ${name} ${excerpt(id)} was rounded by a spreadsheet. Take the statement as the provider wrote it.`;
  return lengthProblem(name, id, MAX_STATEMENT_ID_LENGTH);
}

function lengthProblem(name: string, text: string | null, max_length: number): string | null {
  return text !== null && text.length > max_length
    ? `The ${name} ${excerpt(text)} is longer than ${max_length} characters.`
    : null;
}

/** Reads the text of a statement into its entries: all of them, or the lines that cannot be read. Pure. */
import { AppError } from '../../../core/errors.ts';
import { readCsv, type CsvReading } from '../../../core/read-csv.ts';
import { findColumns } from './columns.rules.ts';
import { entryReader } from './entry.rules.ts';
import {
  MAX_NAMED_ERRORS,
  MAX_STATEMENT_BYTES,
  MAX_STATEMENT_RECORDS,
  type ParsedLine,
  type ParsedStatement,
  type StatementError,
  type StatementOptions,
} from './statement.rules.ts';

const CUT_OFF = 'The file ends in the middle of this record.';

/**
 * @param options without `formatProblems`
 * @returns no lines where the text has no entries, which the caller refuses
 * @throws AppError PAYLOAD_TOO_LARGE above the limits
 */
export function parseStatement(text: string, options: StatementOptions): ParsedStatement {
  if (Buffer.byteLength(text) > MAX_STATEMENT_BYTES)
    throw tooLarge(`${MAX_STATEMENT_BYTES / 1024 / 1024} MB`);
  const binary = linesWithNul(text);
  if (binary.length > 0) return failed(binary);
  const csv = readCsv(text, {
    delimiter: options.delimiter ?? ',',
    skip_lines: options.skip_rows ?? 0,
    max_records: MAX_STATEMENT_RECORDS + 1,
  });
  if (csv.more) throw tooLarge(`${MAX_STATEMENT_RECORDS.toLocaleString('en')} lines`);
  return parseRecords(csv, options);
}

function parseRecords(csv: CsvReading, options: StatementOptions): ParsedStatement {
  const [header, ...records] = csv.records;
  const errors: StatementError[] = [];
  const lines: ParsedLine[] = [];
  let skipped_rows = 0;
  if (header) {
    const columns = findColumns(header.cells, options);
    if ('problems' in columns)
      return failed(columns.problems.map((message) => ({ line_no: header.line_no, message })));
    const readEntry = entryReader(options, columns.places, header.cells.length);
    const last = records.at(-1);
    const cut_off = last && isCutOff(csv, last.cells.length, header.cells.length) ? last : null;
    for (const record of records) {
      const read = record === cut_off ? { line_no: record.line_no, message: CUT_OFF } : readEntry(record);
      if (read === null) skipped_rows += 1;
      else if ('message' in read) errors.push(read);
      else lines.push(read);
    }
  }
  if (csv.fault) errors.push(csv.fault);
  return errors.length > 0 ? failed(errors) : { ok: true, lines, skipped_rows };
}

/** Spreadsheets omit empty cells at the end of a record, and a remark below the table has one cell; both end their lines. */
function isCutOff({ unterminated, fault }: CsvReading, cells: number, columns: number): boolean {
  return unterminated && fault === null && cells > 1 && cells < columns;
}

function failed(errors: StatementError[]): ParsedStatement {
  return { ok: false, errors: errors.slice(0, MAX_NAMED_ERRORS), error_count: errors.length };
}

function tooLarge(limit: string): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `A statement has at most ${limit}. Import it in parts.`);
}

/** UTF-16 text that was read as UTF-8 is full of NUL characters, which PostgreSQL does not store. */
function linesWithNul(text: string): StatementError[] {
  if (!text.includes('\0')) return [];
  const message = 'The line has a NUL character: this is no text in UTF-8. Save the file as CSV in UTF-8.';
  return text
    .split(/\r\n|\n|\r/)
    .flatMap((line, before) => (line.includes('\0') ? [{ line_no: before + 1, message }] : []));
}

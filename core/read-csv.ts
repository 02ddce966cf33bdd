/** Reading CSV that others wrote: records with the numbers of their lines, whatever the line ends. Writing is in csv.ts. */
import { CsvError, parse, type Options } from 'csv-parse/sync';

export interface CsvRecord {
  /** Line of the text on which the record begins; the first is 1. */
  line_no: number;
  /** Cells that are not quoted come without space around them. */
  cells: string[];
}

export interface CsvReading {
  /** Blank lines are no records. */
  records: CsvRecord[];
  /** Where the text stops being CSV; what follows is not read. */
  fault: { line_no: number; message: string } | null;
  /** Are there more records than asked for? */
  more: boolean;
  /** Does the text end without a line end, as one that was cut off does? */
  unterminated: boolean;
}

interface CsvLayout {
  delimiter: string;
  /** Lines before the first record, which are not read at all. */
  skip_lines: number;
  max_records: number;
}

const BYTE_ORDER_MARK = '\uFEFF';
const LINE_ENDS = ['\r\n', '\n', '\r'];

const FAULTS: Partial<Record<CsvError['code'], string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quote (") opens on this record and is never closed.',
  CSV_INVALID_CLOSING_QUOTE:
    'A quoted cell goes on after its closing quote. A quote (") inside a cell is written twice.',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE:
    'A quoted cell goes on after its closing quote. A quote (") inside a cell is written twice.',
  INVALID_OPENING_QUOTE: 'A quote (") stands inside a cell that does not begin with one.',
};

/**
 * Reads at most `max_records` records.
 * Twice as many lines are looked at, so that every second one may be blank; a text of blank lines costs no more.
 */
export function readCsv(text: string, { delimiter, skip_lines, max_records }: CsvLayout): CsvReading {
  const body = text.slice(startOfLine(text, skip_lines));
  const rows = parseRows(body, {
    delimiter,
    record_delimiter: LINE_ENDS,
    relax_column_count: true,
    trim: true,
    to: 2 * max_records + 1,
  });
  const numbered = numberRows(rows.complete, skip_lines + 1, body.includes('"'));
  return {
    records: numbered.records.slice(0, max_records),
    fault: rows.fault === null ? null : { line_no: numbered.next_line_no, message: rows.fault },
    more: numbered.records.length > max_records || rows.complete.length > 2 * max_records,
    unterminated: !/[\r\n]$/.test(body.slice(-1)),
  };
}

function parseRows(body: string, options: Options): { complete: string[][]; fault: string | null } {
  try {
    return { complete: parse(body, options), fault: null };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // The parser keeps nothing when it fails: the records before the fault are read again, to number its line.
    const before = Number(error['records']);
    return {
      complete: before > 0 ? parse(body, { ...options, to: before }) : [],
      fault: FAULTS[error.code] ?? 'This is not CSV.',
    };
  }
}

/** The parser's own count of lines takes a CR LF inside quotes for two. */
function numberRows(
  rows: string[][],
  first_line_no: number,
  quoted: boolean,
): { records: CsvRecord[]; next_line_no: number } {
  const records: CsvRecord[] = [];
  let line_no = first_line_no;
  for (const cells of rows) {
    if (cells.length > 1 || cells[0]?.trim()) records.push({ line_no, cells });
    line_no += 1;
    if (quoted) for (const cell of cells) line_no += lineEndsIn(cell);
  }
  return { records, next_line_no: line_no };
}

function lineEndsIn(cell: string): number {
  return cell.includes('\n') || cell.includes('\r') ? (cell.match(/\r\n|\n|\r/g)?.length ?? 0) : 0;
}

/** Where the line begins before which there are so many; the end of the text where it has fewer. */
function startOfLine(text: string, lines_before: number): number {
  const line_end = /\r\n|\n|\r/g;
  line_end.lastIndex = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  for (let i = 0; i < lines_before; i++) if (!line_end.exec(text)) return text.length;
  return line_end.lastIndex;
}

/** Reads CSV from others: records with their line numbers, with any line endings. Writing is in csv.ts. */
import { CsvError, parse, type Options } from 'csv-parse/sync';

export interface CsvRecord {
  /** Line on which the record begins; the first line is 1. */
  line_no: number;
  /** Unquoted cells are trimmed; line ends inside quotes are LF. */
  cells: string[];
}

export interface CsvReading {
  /** Blank lines are not records. */
  records: CsvRecord[];
  /** Where the text stops being CSV; the rest is not read. */
  fault: { line_no: number; message: string } | null;
  /** Are there more records than requested? */
  more: boolean;
  /** Does the text end without a line end, as a truncated text does? */
  unterminated: boolean;
}

interface CsvLayout {
  delimiter: string;
  /** Lines before the first record, which are skipped. */
  skip_lines: number;
  max_records: number;
}

const FAULTS: Partial<Record<CsvError['code'], string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quote (") opens on this record and is never closed.',
  CSV_INVALID_CLOSING_QUOTE:
    'A quoted cell goes on after its closing quote. A quote (") inside a cell is written twice.',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE:
    'A quoted cell goes on after its closing quote. A quote (") inside a cell is written twice.',
  INVALID_OPENING_QUOTE: 'A quote (") is inside a cell that does not begin with one.',
};

/** Reads at most `max_records` records. */
export function readCsv(text: string, { delimiter, skip_lines, max_records }: CsvLayout): CsvReading {
  const body = withPlainLineEnds(text);
  const begins = startOfLine(body, skip_lines);
  const rows = parseRows(body.slice(begins), {
    delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    to: max_records + 1,
  });
  const lines = new LineCursor(body, begins, skip_lines + 1, delimiter);
  const records = rows.complete.map((cells) => ({ line_no: lines.passRecord(cells), cells }));
  return {
    records: records.slice(0, max_records).filter(isFilled),
    fault: rows.fault === null ? null : { line_no: lines.nextFilled(), message: rows.fault },
    more: records.length > max_records,
    unterminated: !body.endsWith('\n'),
  };
}

/** Without a byte order mark, and with LF at the end of every line, also inside quotes. */
function withPlainLineEnds(text: string): string {
  const begins = text.startsWith('\uFEFF') ? 1 : 0;
  return text.slice(begins).replaceAll(/\r\n?/g, '\n');
}

function parseRows(body: string, options: Options): { complete: string[][]; fault: string | null } {
  try {
    return { complete: parse(body, options), fault: null };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // The parser returns nothing when it fails: the records before the fault are read again, to find its line number.
    const before = Number(error['records']);
    return {
      complete: before > 0 ? parse(body, { ...options, to: before }) : [],
      fault: FAULTS[error.code] ?? 'This is not CSV.',
    };
  }
}

/** Counts the lines of a text, because the parser does not report where a record begins. */
class LineCursor {
  private readonly text: string;
  private readonly delimiter: string;
  private position: number;
  private line_no: number;

  constructor(text: string, position: number, line_no: number, delimiter: string) {
    this.text = text;
    this.position = position;
    this.line_no = line_no;
    this.delimiter = delimiter;
  }

  /** Moves past the next record. @returns the line on which it begins */
  passRecord(cells: readonly string[]): number {
    const begins = this.nextFilled();
    this.passLine();
    for (const cell of cells)
      for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) this.passLine();
    return begins;
  }

  /** Moves past blank lines, which the parser skips. @returns the line after them */
  nextFilled(): number {
    while (this.position < this.text.length && this.isBlank()) this.passLine();
    return this.line_no;
  }

  private isBlank(): boolean {
    // Fast path: nearly every line begins with a visible ASCII character.
    const first = this.text.charCodeAt(this.position);
    if (first > 0x20 && first < 0x7f) return false;
    const line = this.text.slice(this.position, this.endOfLine());
    return line.trim() === '' && !line.includes(this.delimiter);
  }

  private passLine(): void {
    this.position = this.endOfLine() + 1;
    this.line_no += 1;
  }

  private endOfLine(): number {
    const found = this.text.indexOf('\n', this.position);
    return found === -1 ? this.text.length : found;
  }
}

/** A line with only a pair of quotes is blank, too. */
function isFilled({ cells }: CsvRecord): boolean {
  return cells.length > 1 || cells[0]?.trim() !== '';
}

/** The position after `lines_before` lines; the end of the text if it has fewer. */
function startOfLine(text: string, lines_before: number): number {
  let begins = 0;
  for (let i = 0; i < lines_before && begins < text.length; i++) {
    const end = text.indexOf('\n', begins);
    begins = end === -1 ? text.length : end + 1;
  }
  return begins;
}

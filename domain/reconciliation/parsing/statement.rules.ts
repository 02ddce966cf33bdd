/** The types and limits of reading a provider's statement. Pure. */
import type { Currency } from '../../../core/money.ts';

/** Largest statement, in bytes of UTF-8. */
export const MAX_STATEMENT_BYTES = 5 * 1024 * 1024;
/** Most records after the header, skipped ones included. */
export const MAX_STATEMENT_RECORDS = 20_000;
/** Most unreadable lines that are named; the rest are counted. */
export const MAX_NAMED_ERRORS = 100;
/** Longest reference and provider id, in characters: as long as a payment's. */
export const MAX_STATEMENT_ID_LENGTH = 200;
export const MAX_DESCRIPTION_LENGTH = 1000;

/** The kinds that values of the kind column are mapped to; any other value is `other`. */
export const MAPPED_KINDS = [
  'payment',
  'refund',
  'payout',
  'payout_reversal',
  'fee',
  'fee_reversal',
] as const;
export type MappedKind = (typeof MAPPED_KINDS)[number];
export const LINE_KINDS = [...MAPPED_KINDS, 'other'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

export const DELIMITERS = [',', ';', '|', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];
export const DECIMAL_SEPARATORS = ['.', ','] as const;
export type DecimalSeparator = (typeof DECIMAL_SEPARATORS)[number];
export const AMOUNT_UNITS = ['major', 'minor'] as const;
export type AmountUnit = (typeof AMOUNT_UNITS)[number];

/** The columns that are read. */
export const COLUMN_ROLES = [
  'amount',
  'credit',
  'debit',
  'reference',
  'provider_txn_id',
  'date',
  'kind',
  'description',
] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];
/** Either `amount`, or `credit`, `debit` or both. */
export type StatementColumns = Partial<Record<ColumnRole, string>>;

/** The format of a statement: the import options that a preset can supply. */
export interface StatementFormat {
  columns: StatementColumns;
  /** Values of the kind column; a value that ends in `*` stands for all values with that beginning. */
  kinds?: Partial<Record<MappedKind, readonly string[]>>;
  /** Kind of every line where there is no kind column; `payment` unless given. */
  default_kind?: LineKind;
  /** `major` unless given. */
  amount_unit?: AmountUnit;
  /** `.` unless given. */
  decimal_separator?: DecimalSeparator;
  /** `,` unless given. */
  delimiter?: Delimiter;
  /** Of YYYY YY MM MMM DD HH hh mm ss A; the default formats unless given. */
  date_format?: string;
  /** `+03:00`; `+00:00` unless given. Dates are local to it: a date with another offset is converted. */
  utc_offset?: string;
  /** Lines of the file before the header; 0 unless given. */
  skip_rows?: number;
  status_column?: string;
  /** Rows with another status are skipped. Together with `status_column`. */
  ok_statuses?: readonly string[];
  /** The reference follows this text in its column; a cell without the text has no reference. */
  reference_after?: string;
}

export interface StatementOptions extends StatementFormat {
  /** Of all amounts; a cell that names another currency is unreadable. */
  currency: Currency;
}

/** An entry of the statement. */
export interface ParsedLine {
  /** Line of the file, the first being 1; the first one of a record over several lines. */
  line_no: number;
  kind: LineKind;
  /** With the sign of the file, negative in the debit column; never 0. */
  amount_minor: bigint;
  currency: Currency;
  /** `YYYY-MM-DD` in the statement's offset; null where no date column is named. */
  date: string | null;
  reference: string | null;
  provider_txn_id: string | null;
  description: string | null;
}

export interface StatementError {
  line_no: number;
  message: string;
}

/** All or nothing: every entry, or the lines that cannot be read. */
export type ParsedStatement =
  | { ok: true; lines: ParsedLine[]; skipped_rows: number }
  | { ok: false; errors: StatementError[]; error_count: number };

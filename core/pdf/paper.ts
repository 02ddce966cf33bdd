/** What is on a paper, as plain data: texts in the language of its reader, in the order in which they stand on it. */

export type PaperSize = 'a4' | 'a5' | '80mm';

export interface Paper {
  size: PaperSize;
  language: string;
  /** The cooperative. */
  issuer: string;
  /** Its picture, PNG or JPEG; null: none. */
  logo: Uint8Array | null;
  title: string;
  /** Repeated on each later page, to tell whose it is. */
  about: string;
  /** The time that the file says it was made at: of what the paper tells, so that the same paper has the same bytes. */
  dated_at: Date;
  blocks: Block[];
  /** At the foot of every page: how the paper can be checked. */
  foot: string[];
  /** `Page {page} of {pages}` */
  page_of: string;
}

export type Block =
  /** In a frame, in bold: what must not be overlooked. */
  | { kind: 'notice'; text: string }
  /** One amount in large figures. */
  | { kind: 'amount'; text: string }
  | { kind: 'fields'; fields: Field[] }
  | Table
  | { kind: 'text'; text: string }
  /** A line to sign on for each. */
  | { kind: 'signatures'; signers: string[] };

export interface Field {
  name: string;
  value: string;
}

export interface Table {
  kind: 'table';
  title?: string;
  columns: Column[];
  rows: Row[];
}

export interface Column {
  header: string;
  /** As wide as the widest of its texts; figures also stand to the right. The other columns share what is left. */
  width?: 'figure' | 'narrow';
}

export interface Row {
  cells: string[];
  /** Of sums and balances. */
  is_strong?: boolean;
}

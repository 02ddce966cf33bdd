/** Reads the files of an import: their lines, or what is wrong with them. Long files are read in pieces. */
import type { Cells } from '../../core/csv-cells.ts';
import { readTable, type TableLayout, type TableRow } from '../../core/csv-table.ts';
import { mapInChunks } from '../../core/in-chunks.ts';
import {
  ACCOUNTS,
  GUARANTORS,
  LOANS,
  MAX_FILE_BYTES,
  MAX_FILE_ROWS,
  MEMBERS,
  type FileName,
  type FileTexts,
  type ImportError,
} from './files.rules.ts';
import {
  readAccount,
  readGuarantor,
  readLoan,
  type AccountLine,
  type GuarantorLine,
  type LoanLine,
} from './read-loans.rules.ts';
import { readMember, type MemberLine } from './read-members.rules.ts';

export interface ImportLines {
  members: MemberLine[];
  loans: LoanLine[];
  accounts: AccountLine[];
  guarantors: GuarantorLine[];
}

export interface FileContext {
  today: string;
  cut_over_date: string;
  readPhone: Parameters<typeof readMember>[1]['readPhone'];
}

interface Source<Column extends string, Line> {
  file: FileName;
  layout: TableLayout<Column>;
  readLine: (row: TableRow<Column>) => { line: Line; cells: Cells<Column> };
}

/** @throws AppError PAYLOAD_TOO_LARGE above the limits */
export async function readFiles(
  texts: FileTexts,
  context: FileContext,
): Promise<{ lines: ImportLines; errors: ImportError[] }> {
  const errors: ImportError[] = [];
  const read = async <Column extends string, Line>(source: Source<Column, Line>): Promise<Line[]> => {
    const { file, layout, readLine } = source;
    const text = texts[file];
    if (text === null) return [];
    const table = readTable(text, layout, { max_bytes: MAX_FILE_BYTES, max_rows: MAX_FILE_ROWS });
    errors.push(...table.errors.map((each) => ({ file, ...each })));
    const lines = await mapInChunks(table.rows, readLine);
    for (const { cells } of lines) errors.push(...cells.errors.map((each) => ({ file, ...each })));
    return lines.map(({ line }) => line);
  };
  const lines = {
    members: await read({
      file: 'members',
      layout: MEMBERS,
      readLine: (row) => readMember(row, context),
    }),
    loans: await read({ file: 'loans', layout: LOANS, readLine: (row) => readLoan(row, context) }),
    accounts: await read({ file: 'accounts', layout: ACCOUNTS, readLine: readAccount }),
    guarantors: await read({ file: 'guarantors', layout: GUARANTORS, readLine: readGuarantor }),
  };
  return { lines, errors };
}

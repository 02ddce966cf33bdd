/** Reads the lines of a batch's file. Pure. */
import { Cells } from '../../core/csv-cells.ts';
import type { TableLayout, TableRow } from '../../core/csv-table.ts';
import { parseId } from '../../core/ids.ts';
import { LINE_KINDS } from './batch.rules.ts';

export const MAX_BATCH_BYTES = 10 * 1024 * 1024;
export const MAX_BATCH_ROWS = 20_000;

export const BATCH_FILE = {
  columns: ['member_no', 'kind', 'amount', 'savings_product', 'loan_id', 'reference'],
  required: ['member_no', 'kind', 'amount'],
} as const satisfies TableLayout<string>;

type Column = (typeof BATCH_FILE.columns)[number];

export interface BatchFileLine {
  line_no: number;
  member_no: string;
  kind: (typeof LINE_KINDS)[number];
  amount_minor: bigint;
  savings_product: string | null;
  loan_id: string | null;
  reference: string | null;
}

export function readBatchLine(row: TableRow<Column>): { line: BatchFileLine; cells: Cells<Column> } {
  const cells = new Cells(row);
  const line = {
    line_no: row.line_no,
    member_no: cells.written('member_no'),
    kind: cells.oneOf('kind', LINE_KINDS, 'deposit'),
    amount_minor: cells.amount('amount'),
    savings_product: cells.text('savings_product', 100),
    loan_id: cells.text('loan_id', 60),
    reference: cells.text('reference', 100),
  };
  if (line.loan_id !== null && parseId('loan', line.loan_id) === null)
    cells.refuse('loan_id', 'must be the id of a loan');
  if (line.loan_id !== null && line.kind !== 'loan_repayment')
    cells.refuse('loan_id', 'is for a loan_repayment alone');
  if (line.savings_product !== null && line.kind !== 'deposit')
    cells.refuse('savings_product', 'is for a deposit alone');
  return { line, cells };
}

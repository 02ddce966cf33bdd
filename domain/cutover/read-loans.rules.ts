/** Reads the lines of the loans', the guarantors' and the accounts' files. Pure. */
import { Cells } from '../../core/csv-cells.ts';
import type { TableRow } from '../../core/csv-table.ts';
import type { ACCOUNTS, GUARANTORS, LOANS } from './files.rules.ts';

type LoanColumn = (typeof LOANS.columns)[number];
type GuarantorColumn = (typeof GUARANTORS.columns)[number];
type AccountColumn = (typeof ACCOUNTS.columns)[number];

export interface LoanLine {
  line_no: number;
  member_no: string;
  loan_ref: string;
  product: string;
  outstanding_minor: bigint;
  term_left: number;
  next_due_date: string | null;
  charges_due_minor: bigint;
  arrears_principal_minor: bigint;
  overdue_since: string | null;
  disbursed_on: string | null;
}

/** Of more installments there are no loans. */
const MAX_TERM = 600;

export function readLoan(
  row: TableRow<LoanColumn>,
  { cut_over_date }: { cut_over_date: string },
): { line: LoanLine; cells: Cells<LoanColumn> } {
  const cells = new Cells(row);
  const line = {
    line_no: row.line_no,
    member_no: cells.written('member_no'),
    loan_ref: cells.text('loan_ref', 100) ?? '',
    product: cells.text('product', 100) ?? '',
    outstanding_minor: cells.amount('outstanding'),
    term_left: cells.integer('term_left', 0, MAX_TERM),
    next_due_date: cells.date('next_due_date'),
    charges_due_minor: cells.amountFromZero('charges_due'),
    arrears_principal_minor: cells.amountFromZero('arrears_principal'),
    overdue_since: cells.date('overdue_since'),
    disbursed_on: cells.date('disbursed_on'),
  };
  if (cells.errors.length === 0) checkTerms(line, cells, cut_over_date);
  return { line, cells };
}

function checkTerms(line: LoanLine, cells: Cells<LoanColumn>, cut_over_date: string): void {
  const { outstanding_minor, arrears_principal_minor, charges_due_minor, term_left } = line;
  const { next_due_date, overdue_since, disbursed_on } = line;
  if (outstanding_minor === 0n) cells.refuse('outstanding', 'must be more than zero');
  if (arrears_principal_minor > outstanding_minor)
    cells.refuse('arrears_principal', 'is a part of "outstanding" and must not be more');
  const has_rest = arrears_principal_minor < outstanding_minor;
  if (has_rest && term_left === 0)
    cells.refuse('term_left', 'must be at least 1: not all of "outstanding" is overdue');
  if (!has_rest && term_left > 0) cells.refuse('term_left', 'must be 0: all of "outstanding" is overdue');
  if (has_rest && next_due_date === null) cells.refuse('next_due_date', 'is required');
  if (next_due_date !== null && next_due_date < cut_over_date)
    cells.refuse('next_due_date', 'must not be before "cut_over_date": what fell due before is overdue');
  const is_late = arrears_principal_minor + charges_due_minor > 0n;
  if (overdue_since !== null && !is_late)
    cells.refuse('overdue_since', 'is for a loan with "arrears_principal" or "charges_due"');
  if (overdue_since !== null && overdue_since > cut_over_date)
    cells.refuse('overdue_since', 'must not be after "cut_over_date"');
  if (disbursed_on !== null && disbursed_on > cut_over_date)
    cells.refuse('disbursed_on', 'must not be after "cut_over_date"');
}

export interface GuarantorLine {
  line_no: number;
  borrower_no: string;
  loan_ref: string;
  guarantor_no: string;
  amount_minor: bigint;
}

export function readGuarantor(row: TableRow<GuarantorColumn>): {
  line: GuarantorLine;
  cells: Cells<GuarantorColumn>;
} {
  const cells = new Cells(row);
  const line = {
    line_no: row.line_no,
    borrower_no: cells.written('borrower_no'),
    loan_ref: cells.written('loan_ref'),
    guarantor_no: cells.written('guarantor_no'),
    amount_minor: cells.amount('amount'),
  };
  if (cells.errors.length === 0 && line.borrower_no !== '' && line.borrower_no === line.guarantor_no)
    cells.refuse('guarantor_no', 'is the borrower: nobody guarantees a loan of their own');
  return { line, cells };
}

export interface AccountLine {
  line_no: number;
  code: string;
  side: 'debit' | 'credit';
  amount_minor: bigint;
}

export function readAccount(row: TableRow<AccountColumn>): {
  line: AccountLine;
  cells: Cells<AccountColumn>;
} {
  const cells = new Cells(row);
  const debit = cells.amountFromZero('debit');
  const credit = cells.amountFromZero('credit');
  if (cells.errors.length === 0 && debit > 0n === credit > 0n)
    cells.refuse(credit > 0n ? 'credit' : 'debit', 'or "credit" must be more than zero, and not both');
  return {
    line: {
      line_no: row.line_no,
      code: cells.written('code'),
      side: credit > 0n ? 'credit' : 'debit',
      amount_minor: credit > 0n ? credit : debit,
    },
    cells,
  };
}

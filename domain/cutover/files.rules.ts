/** The files of an import: their columns, their limits, and an example of each. Pure. */
import type { TableError, TableLayout } from '../../core/csv-table.ts';

export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_FILE_ROWS = 20_000;

export const MEMBERS = {
  columns: [
    'member_no',
    'full_name',
    'phone',
    'kind',
    'email',
    'date_of_birth',
    'external_ref',
    'joined_on',
    'savings',
    'savings_product',
    'shares',
    'entrance_fee_paid',
  ],
  required: ['member_no', 'full_name', 'phone'],
} as const satisfies TableLayout<string>;

export const LOANS = {
  columns: [
    'member_no',
    'loan_ref',
    'product',
    'outstanding',
    'term_left',
    'next_due_date',
    'charges_due',
    'arrears_principal',
    'overdue_since',
    'disbursed_on',
  ],
  required: ['member_no', 'product', 'outstanding', 'term_left'],
} as const satisfies TableLayout<string>;

export const ACCOUNTS = {
  columns: ['code', 'debit', 'credit'],
  required: ['code'],
} as const satisfies TableLayout<string>;

export const GUARANTORS = {
  columns: ['borrower_no', 'loan_ref', 'guarantor_no', 'amount'],
  required: ['borrower_no', 'guarantor_no', 'amount'],
} as const satisfies TableLayout<string>;

export const FILES = { members: MEMBERS, loans: LOANS, accounts: ACCOUNTS, guarantors: GUARANTORS } as const;
export type FileName = keyof typeof FILES;
export const FILE_NAMES = Object.keys(FILES) as FileName[];

/** Of each file its text; null where it was not sent. */
export type FileTexts = Record<FileName, string | null>;

export interface ImportError extends TableError {
  file: FileName;
}

const EXAMPLES: Record<FileName, readonly string[]> = {
  members: [
    'A-001',
    'Amina Wanjiku',
    '+254712345678',
    'individual',
    '',
    '1988-04-12',
    '',
    '2015-02-01',
    '1500.00',
    '',
    '2000.00',
    'yes',
  ],
  loans: [
    'A-001',
    'L-17',
    'Development loan',
    '6000.00',
    '10',
    '2027-01-31',
    '90.00',
    '500.00',
    '2026-12-31',
    '2026-08-31',
  ],
  accounts: ['1500', '250000.00', ''],
  guarantors: ['A-001', 'L-17', 'A-002', '3000.00'],
};

/** The header of a file with one line as an example. */
export function templateOf(file: FileName): readonly (readonly string[])[] {
  return [FILES[file].columns, EXAMPLES[file]];
}

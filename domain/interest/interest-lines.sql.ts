/** The statements on many lines of interest at a time. */
import { lineStatements, type LineTable } from '../distributions/index.ts';

export const INTEREST_LINES = {
  table: 'sacco_savings_interest_lines',
  run: 'savings_interest_id',
  part: 'savings_account_id',
} as const satisfies LineTable;

export const interestLines = lineStatements(INTEREST_LINES);

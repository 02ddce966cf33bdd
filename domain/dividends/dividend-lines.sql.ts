/** The statements on many lines of a dividend at a time. */
import { lineStatements, type LineTable } from '../distributions/index.ts';

export const DIVIDEND_LINES = {
  table: 'sacco_dividend_lines',
  run: 'dividend_id',
  part: null,
} as const satisfies LineTable;

export const dividendLines = lineStatements(DIVIDEND_LINES);

/** Checks a format before any statement is read. Pure. */
import type { ErrorDetail } from '../../../core/errors.ts';
import { parseUtcOffset } from '../../../core/local-date.ts';
import { dateFormatProblem } from './date.rules.ts';
import { valueOfTwoKinds } from './kinds.rules.ts';
import type { StatementFormat } from './statement.rules.ts';

/** @returns one detail for each field at fault; the shape of the fields was checked before */
export function formatProblems(format: StatementFormat): ErrorDetail[] {
  const { columns, kinds, utc_offset, date_format, status_column, ok_statuses, reference_after } = format;
  const problems: ErrorDetail[] = [];
  const sides = columns.credit !== undefined || columns.debit !== undefined;
  if (columns.amount === undefined && !sides)
    problems.push({
      path: 'columns.amount',
      message: 'Name the column of amounts, or those of credit and debit.',
    });
  if (columns.amount !== undefined && sides)
    problems.push({
      path: 'columns.amount',
      message: 'Name the column of amounts or those of credit and debit, not both.',
    });
  const ambiguous = kinds ? valueOfTwoKinds(kinds) : null;
  if (ambiguous !== null)
    problems.push({ path: 'kinds', message: `"${ambiguous}" is listed under two kinds.` });
  if (utc_offset !== undefined && parseUtcOffset(utc_offset) === null)
    problems.push({ path: 'utc_offset', message: '"utc_offset" must be like +03:00, up to 14 hours' });
  const date_problem = date_format === undefined ? null : dateFormatProblem(date_format);
  if (date_problem !== null) problems.push({ path: 'date_format', message: date_problem });
  if (status_column !== undefined && !ok_statuses?.length)
    problems.push({ path: 'ok_statuses', message: 'Name the statuses of rows that count.' });
  if (status_column === undefined && ok_statuses !== undefined)
    problems.push({ path: 'status_column', message: 'Name the column that holds the statuses.' });
  if (reference_after !== undefined && columns.reference === undefined)
    problems.push({ path: 'columns.reference', message: 'Name the column that holds the reference.' });
  return problems;
}

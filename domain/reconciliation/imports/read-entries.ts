/** Reads the entries of a statement, or reports what is wrong with it. */
import { AppError } from '../../../core/errors.ts';
import { parseStatement } from '../parsing/parse-statement.rules.ts';
import type { StatementOptions } from '../parsing/statement.rules.ts';
import type { StatementEntries } from './store-statement.ts';

/** @throws AppError VALIDATION_ERROR with the lines that cannot be read; PAYLOAD_TOO_LARGE */
export function readEntries(text: string, options: StatementOptions): StatementEntries {
  const parsed = parseStatement(text, options);
  if (parsed.ok) return parsed;
  const { errors, error_count } = parsed;
  const [first] = errors;
  // A header that lacks several columns is one line.
  const of_one_line = new Set(errors.map(({ line_no }) => line_no)).size === 1;
  throw new AppError(
    'VALIDATION_ERROR',
    of_one_line && first
      ? `Line ${first.line_no} of the statement cannot be read: ${first.message}`
      : `${error_count} lines of the statement cannot be read.`,
    { details: errors, details_omitted: error_count - errors.length },
  );
}

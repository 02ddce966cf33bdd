/** Reads the statements of tests, in one way for each thing that is asked of them. */
import { AppError } from '../../core/errors.ts';
import { parseStatement } from '../../domain/reconciliation/index.ts';
import type { ParsedLine, StatementOptions } from '../../domain/reconciliation/parsing/statement.rules.ts';

export const AMOUNT: StatementOptions = { currency: 'KES', columns: { amount: 'Amount' } };

export function read(text: string, options: StatementOptions = AMOUNT) {
  return parseStatement(text, options);
}

/** The lines of a statement that must be readable. */
export function linesOf(text: string, options: StatementOptions = AMOUNT): ParsedLine[] {
  const statement = read(text, options);
  if (!statement.ok) throw new Error(JSON.stringify(statement.errors));
  return statement.lines;
}

export function errorsOf(text: string, options: StatementOptions = AMOUNT) {
  const statement = read(text, options);
  return statement.ok ? [] : statement.errors.map(({ line_no, message }) => `${line_no}: ${message}`);
}

/** What is read, or status and message of a refusal. */
export function outcomeOf(text: string, options: StatementOptions = AMOUNT) {
  try {
    return read(text, options);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [error.status, error.message];
  }
}

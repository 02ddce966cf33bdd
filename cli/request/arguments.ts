/** Arguments on the command line. */
import type { OperationRow } from '../command.ts';
import { OPERATIONS } from '../generated/operations.ts';

/** The names of an operation's arguments: its ids, except for the project, which is a setting, and its places. */
export function argumentsOf(row: OperationRow): string[] {
  const ids = OPERATIONS[row.operation].ids.map(({ name }) => name).filter((name) => name !== 'project');
  return [...ids, ...(row.places ?? [])];
}

/** Quotes a word for a POSIX shell, if needed. */
export function quoteForShell(word: string): string {
  return /^[\w@%+=:,./…-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

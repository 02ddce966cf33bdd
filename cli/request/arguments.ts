/** What stands behind the words of a command for an operation. */
import type { OperationRow } from '../command.ts';
import { OPERATIONS } from '../generated/operations.ts';

/** The project stands in paths of its own, and is chosen otherwise. */
export function argumentsOf(row: OperationRow): string[] {
  const ids = OPERATIONS[row.operation].ids.map(({ name }) => name).filter((name) => name !== 'project');
  return [...ids, ...(row.places ?? [])];
}

/** How checks of the verifier run statements, of which each row is a difference. */
import type { Transaction } from '../../db/connection.ts';

/** @returns the rows, whose columns the check names in a sentence */
export async function readDifferences(
  snapshot: Transaction,
  statement: string,
): Promise<Record<string, unknown>[]> {
  const { rows } = await snapshot.raw<{ rows: Record<string, unknown>[] }>(statement);
  return rows;
}

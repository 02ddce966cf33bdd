/** Statements that are parsed and planned once for a connection, which the driver does with those that have a name. */
import { sha256Hex } from '../core/digest.ts';

/** Statement → its options. There is one for each declared statement, and one for each table into which rows are inserted. */
const known = new Map<string, { name: string }>();

/** @returns the driver's options; the same statement has the same name */
export function preparedAs(sql: string): { name: string } {
  const found = known.get(sql) ?? { name: `statement-${sha256Hex(sql).slice(0, 16)}` };
  known.set(sql, found);
  return found;
}

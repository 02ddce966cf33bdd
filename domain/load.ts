/** Finds a row and the book that it belongs to, for work that starts from an id alone. */
import { scopeOf, type Environment, type Scope } from '../core/scope.ts';
import type { Queryable } from '../db/connection.ts';

export interface Loaded<Row> {
  row: Row;
  scope: Scope;
  /** The name of the row's project. */
  project_name: string;
}

/** @param table whose rows have an id, a project_id and an environment; null when there is no such row */
export async function load<Row extends { project_id: string; environment: Environment }>(
  db: Queryable,
  table: string,
  id: string,
): Promise<Loaded<Row> | null> {
  const found = await db(`${table} as t`)
    .join('projects', 'projects.id', 't.project_id')
    .where('t.id', id)
    .select('t.*', 'projects.test_clock_offset_ms', 'projects.name as project_name')
    .first();
  if (!found) return null;
  const { test_clock_offset_ms, project_name, ...row } = found as Row & {
    test_clock_offset_ms: bigint;
    project_name: string;
  };
  const scope = scopeOf(found.project_id, found.environment, test_clock_offset_ms);
  return { row: row as unknown as Row, scope, project_name };
}

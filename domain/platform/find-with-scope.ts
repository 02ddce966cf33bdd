/** Finds rows and the books that they belong to, for work that starts from an id alone, or from what is due. */
import type { Knex } from 'knex';
import { scopeOf, type Environment, type Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';

export interface Scoped<Row> {
  row: Row;
  scope: Scope;
  /** The name of the row's project. */
  project_name: string;
}

interface OfScope {
  project_id: string;
  environment: Environment;
}

/** @param table whose rows have an id, a project_id and an environment; null when there is no such row */
export async function findWithScope<Row extends OfScope>(
  db: Queryable,
  table: string,
  id: string,
): Promise<Scoped<Row> | null> {
  const [found] = await findAllWithScope<Row>(db, table, (rows) => rows.where('t.id', id));
  return found ?? null;
}

/** @param choose narrows and orders the rows, whose table is called `t` */
export async function findAllWithScope<Row extends OfScope>(
  db: Queryable,
  table: string,
  choose: (rows: Knex.QueryBuilder) => Knex.QueryBuilder,
): Promise<Scoped<Row>[]> {
  const query = db(`${table} as t`)
    .join('projects', 'projects.id', 't.project_id')
    .select('t.*', 'projects.test_clock_offset_ms', 'projects.name as project_name');
  const found: (OfScope & { test_clock_offset_ms: bigint; project_name: string })[] = await choose(query);
  return found.map(({ test_clock_offset_ms, project_name, ...row }) => ({
    row: row as unknown as Row,
    scope: scopeOf(row.project_id, row.environment, test_clock_offset_ms),
    project_name,
  }));
}

/** Finds rows that are due, with the scopes that they belong to, in tables that have no model yet. */
import type { Knex } from 'knex';
import { scopeOf, type Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import type { Scoped } from '../../db/model.ts';

type OfScope = Pick<Scope, 'project_id' | 'environment'>;

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

/** What platform operators see of all projects: who signs in, and which projects there are. Nothing of what is in a project. */
import type { Queryable } from '../../../db/connection.ts';
import { page, type Page, type PageRequest } from '../../../db/page.ts';
import type { RowOfQuery } from '../../../db/statement.ts';
import { readProjects, readUsers } from './operators.sql.ts';

export type KnownUser = RowOfQuery<typeof readUsers>;
export type KnownProject = RowOfQuery<typeof readProjects>;

export interface UserFilter extends PageRequest {
  /** In any letter case. */
  email?: string;
}

export async function listUsers(
  db: Queryable,
  { limit, after, email }: UserFilter,
): Promise<Page<KnownUser>> {
  const rows = await readUsers(db, { email: email ?? null, after: after ?? null, limit: limit + 1 });
  return page(rows, limit, ({ id }) => id);
}

export async function listProjects(
  db: Queryable,
  { limit, after }: PageRequest,
): Promise<Page<KnownProject>> {
  const rows = await readProjects(db, { after: after ?? null, limit: limit + 1 });
  return page(rows, limit, ({ id }) => id);
}

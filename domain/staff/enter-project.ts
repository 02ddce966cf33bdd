/** Lets a signed-in user into a project. */
import { forbidden } from '../../core/errors.ts';
import { idPattern } from '../../core/ids.ts';
import type { Db } from '../../db/connection.ts';
import { Project, type ProjectRow } from './project.model.ts';
import type { Role } from './roles.rules.ts';

const NOT_ON_STAFF = 'You are not on the staff of this project.';

/**
 * @param roles who may do what is asked
 * @throws AppError FORBIDDEN, the same for a project that does not exist and one the user is not in
 */
export async function enterProject(
  db: Db,
  user_id: string,
  project_id: string,
  roles: readonly Role[],
): Promise<{ project: ProjectRow; role: Role }> {
  if (!idPattern('project').test(project_id)) throw forbidden(NOT_ON_STAFF);
  const row = await Project.query(db)
    .join('staff', 'staff.project_id', 'projects.id')
    .where({ 'staff.project_id': project_id, 'staff.user_id': user_id, 'staff.status': 'active' })
    .select('projects.*', 'staff.role')
    .first()
    .castTo<(ProjectRow & { role: Role }) | undefined>();
  if (!row) throw forbidden(NOT_ON_STAFF);
  const { role, ...project } = row;
  if (!roles.includes(role)) throw forbidden(`This needs the role ${roles.join(' or ')}; yours is ${role}.`);
  return { project, role };
}

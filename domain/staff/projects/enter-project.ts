/** Checks that a signed-in user may act in a project. */
import { AppError, forbidden, refusal } from '../../../core/errors.ts';
import { idPattern } from '../../../core/ids.ts';
import type { Db } from '../../../db/connection.ts';
import { Project, type ProjectRow } from './project.model.ts';
import type { Role } from './roles.rules.ts';
import { User, type UserRow } from '../users/user.model.ts';

const NOT_ON_STAFF = 'You are not on the staff of this project.';

/** What an operation requires of the staff who call it. */
export interface StaffDemands {
  roles: readonly Role[];
  /** A second factor, where the project requires one. */
  second_factor?: boolean | undefined;
}

/** @throws AppError FORBIDDEN, the same for a project that does not exist and one the user is not in; `totp_required` */
export async function enterProject(
  db: Db,
  user: Pick<UserRow, 'id' | 'totp_confirmed_at'>,
  project_id: string,
  { roles, second_factor }: StaffDemands,
): Promise<ProjectRow> {
  if (!idPattern('project').test(project_id)) throw forbidden(NOT_ON_STAFF);
  const row = await Project.query(db)
    .join('staff', 'staff.project_id', 'projects.id')
    .where({ 'staff.project_id': project_id, 'staff.user_id': user.id, 'staff.status': 'active' })
    .select('projects.*', 'staff.role')
    .first()
    .castTo<(ProjectRow & { role: Role }) | undefined>();
  if (!row) throw forbidden(NOT_ON_STAFF);
  const { role, ...project } = row;
  if (!roles.includes(role)) throw forbidden(`This needs the role ${roles.join(' or ')}; yours is ${role}.`);
  if (second_factor) requireFactorOf(project, user);
  return project;
}

/** @throws AppError `totp_required` */
export function requireFactorOf(
  { require_totp }: Pick<ProjectRow, 'require_totp'>,
  { totp_confirmed_at }: Pick<UserRow, 'totp_confirmed_at'>,
): void {
  if (require_totp && !totp_confirmed_at) throw refusal('totp_required');
}

/** Whether `enterProject` lets the user in. */
export async function mayEnterProject(
  db: Db,
  user_id: string,
  project_id: string,
  demands: StaffDemands,
): Promise<boolean> {
  const user = await User.query(db).findById(user_id);
  if (!user) return false;
  try {
    await enterProject(db, user, project_id, demands);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** The role of a user in a project. */
import { forbidden } from '../../../core/errors.ts';
import type { Queryable, Transaction } from '../../../db/connection.ts';
import { MANAGERS, type Role } from './roles.rules.ts';
import { Staff } from '../members/staff.model.ts';

/** Undefined when the user has none. */
export async function roleOf(db: Queryable, project_id: string, user_id: string): Promise<Role | undefined> {
  return (await activeMember(db, project_id, user_id).first())?.role;
}

/** The same, locked until the transaction ends. */
export async function lockRole(
  trx: Transaction,
  project_id: string,
  user_id: string,
): Promise<Role | undefined> {
  return (await activeMember(trx, project_id, user_id).forShare().first())?.role;
}

function activeMember(db: Queryable, project_id: string, user_id: string) {
  return Staff.query(db).where({ project_id, user_id, status: 'active' }).select('role');
}

/**
 * Checks again in the transaction that the user manages the project: since the request arrived the user may have been removed,
 * or have lost the role. The role stays locked until the transaction ends.
 * @throws AppError FORBIDDEN
 */
export async function requireStillManager(
  trx: Transaction,
  project_id: string,
  user_id: string,
): Promise<void> {
  const role = await lockRole(trx, project_id, user_id);
  if (!role || !MANAGERS.includes(role))
    throw forbidden('Your role in this project no longer allows to manage it.');
}

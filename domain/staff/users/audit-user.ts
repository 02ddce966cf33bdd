/**
 * Actions on a user rather than a project (sign-ins, second factors, passwords) are recorded in the audit logs of the projects
 * in which the user works, in both environments.
 */
import { SYSTEM, type Actor } from '../../../core/scope.ts';
import type { Transaction } from '../../../db/connection.ts';
import type { Context } from '../../platform/context.ts';
import { Project } from '../projects/project.model.ts';
import { auditProject } from '../projects/projects.ts';

/** Only the projects in which the user has worked longest: others can add a user to any number of theirs, which must not cost time. */
const MAX_PROJECTS = 20;

type UserAction =
  | 'email.verified'
  | `password.${'changed' | 'reset' | 'reset_token_issued'}`
  | `session.${'revoked' | 'all_revoked'}`
  | `sign_in.${'succeeded' | 'failed' | 'slowed_down'}`
  | `totp.${'enabled' | 'disabled' | 'removed' | 'recovery_code_used'}`;

/**
 * Comes last in its transaction: the heads of the logs are locked after the rows of the user, which avoids deadlocks.
 * @param actor the user where left out
 */
export async function auditUser(
  trx: Transaction,
  user_id: string,
  action: UserAction,
  actor: Actor = { type: 'user', id: user_id },
): Promise<void> {
  const projects = await Project.query(trx)
    .join('staff', 'staff.project_id', 'projects.id')
    .where({ 'staff.user_id': user_id, 'staff.status': 'active' })
    .orderBy('staff.added_at')
    .limit(MAX_PROJECTS)
    .select('projects.*');
  // The heads of the logs are locked in one order, which avoids deadlocks.
  for (const project of projects.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    await auditProject({ trx, project, actor }, action, user_id);
}

/**
 * Records a failure after it is answered: the duration of the answer must not reveal whether there is such a user. An error
 * is logged.
 */
export function auditFailure(ctx: Context, user_id: string, action: UserAction): void {
  ctx.db
    .transaction((trx) => auditUser(trx, user_id, action, SYSTEM))
    .catch((error: unknown) =>
      ctx.log.error({ err: error, user_id, action }, 'not recorded in the audit log'),
    );
}

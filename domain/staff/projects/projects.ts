/** Projects: creating and changing them, and who acts on one. */
import { forbidden, notFound, refusal } from '../../../core/errors.ts';
import { given } from '../../../core/given.ts';
import { newId } from '../../../core/ids.ts';
import { ENVIRONMENTS, scopeOf, type Actor, type Environment, type Scope } from '../../../core/scope.ts';
import type { Db, Queryable } from '../../../db/connection.ts';
import { expectOne } from '../../../db/rows.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction, type Unit } from '../../platform/unit.ts';
import { deciderColumns } from '../strict-approvals/deciders.ts';
import { Project, type ProjectRow } from './project.model.ts';
import { Staff } from '../members/staff.model.ts';
import type { UserRow } from '../users/user.model.ts';

/** A use case of a project in both environments, before it opens a transaction. */
export interface ProjectCaller {
  ctx: Context;
  project: ProjectRow;
  actor: Actor;
}

/** One transaction of it. */
export type ProjectUnit = ProjectCaller & Unit;

/** A new project; its creator is the owner. */
export async function createProject(db: Db, user: UserRow, name: string): Promise<ProjectRow> {
  return db.transaction(async (trx) => {
    const project = await Project.query(trx)
      .insert({ id: newId('project'), name, owner_id: user.id })
      .returning('*');
    await Staff.query(trx).insert({
      project_id: project.id,
      user_id: user.id,
      role: 'owner',
      ...deciderColumns('owner', user.id),
    });
    return project;
  });
}

interface ProjectChange {
  require_totp?: boolean | undefined;
  strict_approvals?: boolean | undefined;
}

/**
 * Changes the project's settings; recorded in both environments' audit logs. Strict approvals are turned on at once, and off once
 * a second person has approved it.
 * @param user who changes them
 * @returns the project, and the id of the approval that turning strict approvals off waits for
 * @throws AppError `totp_required` when a user without a second factor would stop requiring it; FORBIDDEN for strict approvals
 *   where the user is not the owner
 */
export async function updateProject(
  caller: ProjectCaller,
  user: UserRow,
  wanted: ProjectChange,
): Promise<{ project: ProjectRow; approval_id: string | null }> {
  return inTransaction(caller, async (unit) => {
    const { ctx, trx } = unit;
    const { id } = unit.project;
    const current = expectOne(await Project.query(trx).where({ id }).forNoKeyUpdate());
    const { require_totp, strict_approvals } = changedSettings(current, wanted);
    if (require_totp === false && !user.totp_confirmed_at) throw refusal('totp_required');
    if (strict_approvals !== undefined && current.owner_id !== user.id)
      throw forbidden('Only the owner turns strict approvals on or off.');
    const turns_off = strict_approvals === false;
    const change = given({ require_totp, strict_approvals: turns_off ? undefined : strict_approvals });
    let project = current;
    if (Object.keys(change).length > 0) {
      await auditProject({ ...unit, project }, 'project.settings_changed', id, change);
      project = expectOne(await Project.query(trx).where({ id }).patch(change).returning('*'));
    }
    const approval_id = turns_off
      ? await ctx.second_person.request(
          { ...unit, scope: projectScope(project, 'live') },
          {
            kind: 'strict_approvals_off',
            subject: { type: 'project', id },
            summary: 'Turn strict approvals off',
            change: { strict_approvals: false },
          },
        )
      : null;
    return { project, approval_id };
  });
}

/** What differs from the present settings. */
function changedSettings(current: ProjectRow, wanted: ProjectChange): ProjectChange {
  const names = ['require_totp', 'strict_approvals'] as const;
  const changed = names.filter((name) => wanted[name] !== undefined && wanted[name] !== current[name]);
  return Object.fromEntries(changed.map((name) => [name, wanted[name]]));
}

/** Records an action on a project in the audit logs of both its environments. */
export async function auditProject(
  { trx, project, actor }: Pick<ProjectUnit, 'trx' | 'project' | 'actor'>,
  action: string,
  subject: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  for (const environment of ENVIRONMENTS)
    await audit({ trx, scope: projectScope(project, environment), actor }, action, subject, details);
}

/** @throws AppError NOT_FOUND */
export async function readProject(db: Queryable, id: string): Promise<ProjectRow> {
  const project = await Project.query(db).findById(id);
  if (!project) throw notFound('project');
  return project;
}

export function projectScope(project: ProjectRow, environment: Environment): Scope {
  return scopeOf(project.id, environment, project.test_clock_offset_ms);
}

/**
 * Strict approvals of a project, by its owner's choice: nobody decides who became able to decide after the request, and changes
 * that weaken approvals wait for a second person.
 */
import { forbidden } from '../../../core/errors.ts';
import { SYSTEM, type Actor, type Scope } from '../../../core/scope.ts';
import type { Db, Queryable } from '../../../db/connection.ts';
import { approvedBy, type SubjectAction } from '../../platform/second-person.port.ts';
import { Project } from '../projects/project.model.ts';
import { auditProject, readProject } from '../projects/projects.ts';
import { roleOf } from '../projects/role.ts';

/** Whether they are on. */
export async function areOn(db: Queryable, { project_id }: Pick<Scope, 'project_id'>): Promise<boolean> {
  return (await Project.query(db).where({ id: project_id, strict_approvals: true }).first()) !== undefined;
}

/** @param what the caller would do, e.g. "decide on KYC" @throws AppError FORBIDDEN for a maker where they are on */
export async function refuseMaker(
  db: Queryable,
  scope: Pick<Scope, 'project_id'>,
  { actor, what }: { actor: Actor; what: string },
): Promise<void> {
  if (actor.type !== 'user' || !(await areOn(db, scope))) return;
  if ((await roleOf(db, scope.project_id, actor.id)) === 'maker')
    throw forbidden(`With strict approvals a maker does not ${what}.`);
}

/** The request to turn them off. */
export const strictApprovalsOff: SubjectAction = {
  kind: 'strict_approvals_off',
  subject_type: 'project',

  changes: () => Promise.resolve([{ field: 'strict_approvals', from: 'true', to: 'false' }]),

  async onApproved(unit, request) {
    const { trx, scope } = unit;
    const project = await readProject(trx, scope.project_id);
    await Project.query(trx).where({ id: project.id }).patch({ strict_approvals: false });
    await auditProject(
      { trx, project, actor: request.requested_by },
      'project.settings_changed',
      project.id,
      { strict_approvals: false, ...approvedBy(unit, request) },
    );
  },
};

/**
 * For the server's command line: where nobody is left who could decide.
 * @returns whether they were on; null when there is no such project
 */
export async function turnOff(db: Db, project_id: string): Promise<boolean | null> {
  return db.transaction(async (trx) => {
    const project = await Project.query(trx).where({ id: project_id }).forNoKeyUpdate().first();
    if (!project) return null;
    if (!project.strict_approvals) return false;
    await Project.query(trx).where({ id: project_id }).patch({ strict_approvals: false });
    const change = { strict_approvals: false };
    await auditProject({ trx, project, actor: SYSTEM }, 'project.settings_changed', project_id, change);
    return true;
  });
}

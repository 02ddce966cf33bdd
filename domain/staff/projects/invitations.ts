/** Invitations to the staff of a project: only the person who is invited accepts or declines one. */
import { notFound, refusal } from '../../../core/errors.ts';
import type { Actor } from '../../../core/scope.ts';
import type { Db, Transaction } from '../../../db/connection.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import { expectOne } from '../../../db/rows.ts';
import type { Context } from '../../platform/context.ts';
import { Project, type ProjectRow } from './project.model.ts';
import { auditProject } from './projects.ts';
import { Staff } from './staff.model.ts';
import type { OwnProject } from '../users/users.ts';

export interface Invitation {
  invitation_id: string;
  project_id: string;
  project_name: string;
  role: Staff['role'];
  invited_by: string;
  inviter_name: string;
  added_at: Date;
}

/** The invitations of a user that wait for an answer, newest first. */
export function listInvitations(db: Db, user_id: string, request: PageRequest): Promise<Page<Invitation>> {
  return Staff.query(db)
    .join('projects', 'projects.id', 'staff.project_id')
    .join('users as inviters', 'inviters.id', 'staff.invited_by')
    .where({ 'staff.user_id': user_id, 'staff.status': 'invited' })
    .select(
      'staff.invitation_id',
      'staff.project_id',
      'projects.name as project_name',
      'staff.role',
      'staff.invited_by',
      'inviters.name as inviter_name',
      'staff.added_at',
    )
    .paginate<Invitation>(request, 'invitation_id');
}

/**
 * From now on the user works in the project.
 * @throws AppError NOT_FOUND also for somebody else's invitation; `already_decided`
 */
export async function acceptInvitation(ctx: Context, user_id: string, id: string): Promise<OwnProject> {
  return ctx.db.transaction(async (trx) => {
    const { project, role } = await takeInvitation(trx, user_id, id);
    await Staff.query(trx).where({ invitation_id: id }).patch({ status: 'active' });
    await auditProject(trx, project, asUser(user_id), 'staff.invitation_accepted', user_id, { role });
    return { id: project.id, name: project.name, created_at: project.created_at, role };
  });
}

/** @throws AppError NOT_FOUND also for somebody else's invitation; `already_decided` */
export async function declineInvitation(ctx: Context, user_id: string, id: string): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const { project, role } = await takeInvitation(trx, user_id, id);
    await Staff.query(trx).where({ invitation_id: id }).delete();
    await auditProject(trx, project, asUser(user_id), 'staff.invitation_declined', user_id, { role });
  });
}

async function takeInvitation(
  trx: Transaction,
  user_id: string,
  id: string,
): Promise<{ project: ProjectRow; role: Staff['role'] }> {
  const invitation = await Staff.query(trx).where({ invitation_id: id, user_id }).forUpdate().first();
  if (!invitation) throw notFound('invitation');
  if (invitation.status === 'active') throw refusal('already_decided');
  const project = expectOne(await Project.query(trx).where({ id: invitation.project_id }));
  return { project, role: invitation.role };
}

function asUser(id: string): Actor {
  return { type: 'user', id };
}

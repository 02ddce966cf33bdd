/** Invitations to the staff of a project: only the invited person accepts or declines one. */
import { notFound, refusal } from '../../../core/errors.ts';
import type { Db } from '../../../db/connection.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import { expectOne } from '../../../db/rows.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/unit.ts';
import { Project } from '../projects/project.model.ts';
import { auditProject, type ProjectUnit } from '../projects/projects.ts';
import { Staff } from '../members/staff.model.ts';
import { acceptedColumns } from '../strict-approvals/deciders.ts';
import { requireFactorOf } from '../projects/enter-project.ts';
import type { UserRow } from '../users/user.model.ts';
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

/** The pending invitations of a user, newest first. */
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

interface InvitationOf {
  id: string;
  user: UserRow;
}

/**
 * Makes the user a member of the project's staff.
 * @throws AppError NOT_FOUND also for another user's invitation; `already_decided`; `totp_required`
 */
export async function acceptInvitation(ctx: Context, invitation: InvitationOf): Promise<OwnProject> {
  return answer(ctx, invitation, 'accepted', async ({ trx, project }, role) => {
    requireFactorOf(project, invitation.user);
    const { id, name, created_at } = project;
    await Staff.query(trx)
      .where({ invitation_id: invitation.id })
      .patch({ status: 'active', ...acceptedColumns(role) });
    return { id, name, created_at, role };
  });
}

/** @throws AppError NOT_FOUND also for another user's invitation; `already_decided` */
export async function declineInvitation(ctx: Context, invitation: InvitationOf): Promise<void> {
  await answer(ctx, invitation, 'declined', ({ trx }) =>
    Staff.query(trx).where({ invitation_id: invitation.id }).delete(),
  );
}

async function answer<Result>(
  ctx: Context,
  { id, user: { id: user_id } }: InvitationOf,
  answered: 'accepted' | 'declined',
  apply: (unit: ProjectUnit, role: Staff['role']) => PromiseLike<Result>,
): Promise<Result> {
  return inTransaction({ ctx, actor: { type: 'user', id: user_id } as const }, async (unit) => {
    const invitation = await Staff.query(unit.trx).where({ invitation_id: id, user_id }).forUpdate().first();
    if (!invitation) throw notFound('invitation');
    if (invitation.status === 'active') throw refusal('already_decided');
    const { project_id, role } = invitation;
    const project = expectOne(await Project.query(unit.trx).where({ id: project_id }));
    const result = await apply({ ...unit, project }, role);
    await auditProject({ ...unit, project }, `staff.invitation_${answered}`, user_id, { role });
    return result;
  });
}

/** The staff of a project: who is on it, in which role, and who is taken off it. */
import { refusal, notFound } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import type { Actor } from '../../../core/scope.ts';
import type { Db, Queryable } from '../../../db/connection.ts';
import type { TableQuery } from '../../../db/model.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import { expectOne } from '../../../db/rows.ts';
import type { Context } from '../../platform/context.ts';
import type { ApiKeyRow } from '../keys/api-key.model.ts';
import { lockKeysOfIssuer, revokeKeys } from '../keys/api-keys.ts';
import { findUser } from '../users/find-user.ts';
import type { ProjectRow } from './project.model.ts';
import { auditProject } from './projects.ts';
import { requireStillManager } from './role.ts';
import type { Role } from './roles.rules.ts';
import { endSessions } from '../sessions/sessions.ts';
import { Staff } from './staff.model.ts';
import { User } from '../users/user.model.ts';

export type StaffMember = Pick<Staff, 'user_id' | 'role' | 'status' | 'added_at'> &
  Pick<User, 'email' | 'name'>;

/** Staff of a project, the owner and who is invited included, newest first. */
export function listStaff(db: Db, project_id: string, request: PageRequest): Promise<Page<StaffMember>> {
  return staffQuery(db).where('staff.project_id', project_id).paginateByMoment<StaffMember>(request, {
    moment: 'added_at',
    id: 'user_id',
    within: { project_id },
    // Who was removed since then has no place any more: the list begins anew.
    after_missing_row: 'first',
  });
}

/** Selects what a StaffMember says. */
function staffQuery(db: Queryable): TableQuery<Staff> {
  return Staff.query(db)
    .join('users', 'users.id', 'staff.user_id')
    .select('staff.user_id', 'users.email', 'users.name', 'staff.role', 'staff.status', 'staff.added_at');
}

/**
 * Adds a registered user, or changes the role of one who is there. Where invitations are on, who shares no project with the
 * actor yet is invited instead. Recorded in both environments' audit logs.
 * @param actor a user
 * @throws AppError FORBIDDEN, NOT_FOUND for an unknown email, `owner_protected`, `email_unverified`
 */
export async function putStaff(
  ctx: Context,
  project: ProjectRow,
  actor: Actor,
  { email, role }: { email: string; role: Role },
): Promise<{ member: StaffMember; added: boolean }> {
  return ctx.db.transaction(async (trx) => {
    await requireStillManager(trx, project.id, actor.id);
    const user = await findUser(trx, email);
    if (!user) throw notFound('registered user');
    const mine = { project_id: project.id, user_id: user.id };
    const invites = ctx.config.staff_invitations && !(await shareProject(trx, actor.id, user.id));
    const added = await Staff.query(trx).insertUnlessTaken({
      ...mine,
      role,
      ...(invites ? { status: 'invited', invitation_id: newId('invitation'), invited_by: actor.id } : {}),
    });
    const before = added ? null : expectOne(await Staff.query(trx).where(mine).forUpdate());
    if (before?.role === 'owner') throw refusal('owner_protected');
    if (added && user.awaits_verification && ctx.mailer) throw refusal('email_unverified');
    if (before) await Staff.query(trx).where(mine).patch({ role });
    if (before?.role !== role) {
      const action = invites ? 'staff.invited' : 'staff.added';
      await auditProject(trx, project, actor, before ? 'staff.role_changed' : action, user.id, {
        role,
        ...(before ? { previous_role: before.role } : {}),
      });
    }
    const [member] = await staffQuery(trx)
      .where({ 'staff.project_id': project.id, 'staff.user_id': user.id })
      .castTo<[StaffMember]>();
    return { member, added };
  });
}

/** Do both work in a project, so that one knows the other's name already? */
async function shareProject(db: Queryable, one: string, other: string): Promise<boolean> {
  const shared = await Staff.query(db)
    .alias('one')
    .join('staff as other', 'other.project_id', 'one.project_id')
    .where({ 'one.user_id': one, 'one.status': 'active', 'other.user_id': other, 'other.status': 'active' })
    .select('one.project_id')
    .first();
  return shared !== undefined;
}

/**
 * Removes a user from the project, with which access to it ends at once; or takes an invitation back. Sessions end when no
 * project is left to the user: otherwise anybody could end them by adding and removing somebody.
 * @param revoke_keys whether the keys that the user issued in the project end with it
 * @returns those keys that worked until now
 * @throws AppError NOT_FOUND, `owner_protected`
 */
export async function removeStaff(
  ctx: Context,
  project: ProjectRow,
  actor: Actor,
  user_id: string,
  revoke_keys: boolean,
): Promise<ApiKeyRow[]> {
  return ctx.db.transaction(async (trx) => {
    // One at a time for a user: of two projects that remove the same one at once, the later sees that none is left.
    await User.query(trx).where({ id: user_id }).forNoKeyUpdate().select('id');
    const mine = { project_id: project.id, user_id };
    const member = await Staff.query(trx).where(mine).forUpdate().first();
    if (!member) throw notFound('staff member');
    if (member.role === 'owner') throw refusal('owner_protected');
    await Staff.query(trx).where(mine).delete();
    if (member.status === 'active' && !(await hasProject(trx, user_id))) await endSessions(trx, user_id);
    const action = member.status === 'active' ? 'staff.removed' : 'staff.invitation_withdrawn';
    await auditProject(trx, project, actor, action, user_id, { role: member.role });
    const keys = await lockKeysOfIssuer(trx, project, user_id);
    return revoke_keys ? revokeKeys(trx, project, actor, keys) : keys;
  });
}

async function hasProject(db: Queryable, user_id: string): Promise<boolean> {
  const found = await Staff.query(db).where({ user_id, status: 'active' }).select('project_id').first();
  return found !== undefined;
}

/** The staff of a project: listed, added, given another role, removed. */
import { refusal, notFound } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import type { Db, Queryable } from '../../../db/connection.ts';
import type { TableQuery } from '../../../db/model.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import { expectOne } from '../../../db/rows.ts';
import { inTransaction } from '../../platform/unit.ts';
import type { ApiKeyRow } from '../keys/api-key.model.ts';
import { lockKeysOfIssuer, revokeKeysOfIssuer } from '../keys/api-keys.ts';
import { findUser } from '../users/find-user.ts';
import { deciderColumns, invitedColumns } from '../strict-approvals/deciders.ts';
import type { ProjectRow } from '../projects/project.model.ts';
import { auditProject, projectScope, type ProjectCaller, type ProjectUnit } from '../projects/projects.ts';
import { requireStillManager } from '../projects/role.ts';
import { decides, type Role } from '../projects/roles.rules.ts';
import { Staff } from './staff.model.ts';
import { areOn } from '../strict-approvals/setting.ts';
import type { User, UserRow } from '../users/user.model.ts';

export type StaffMember = Pick<Staff, 'user_id' | 'role' | 'status' | 'added_at'> &
  Pick<User, 'email' | 'name'>;

/** A role that waits for a second person. */
export interface Appointment {
  user_id: string;
  email: string;
  role: Role;
  status: 'awaiting_approval';
  approval_id: string;
}

/** Staff of a project, the owner and invited users included, newest first. */
export function listStaff(db: Db, project_id: string, request: PageRequest): Promise<Page<StaffMember>> {
  return staffQuery(db).where('staff.project_id', project_id).paginateByMoment<StaffMember>(request, {
    moment: 'added_at',
    id: 'user_id',
    within: { project_id },
    // A member who was removed since then has no place in the order: the list starts again.
    after_missing_row: 'first',
  });
}

/** Selects the columns of a StaffMember. */
function staffQuery(db: Queryable): TableQuery<Staff> {
  return Staff.query(db)
    .join('users', 'users.id', 'staff.user_id')
    .select('staff.user_id', 'users.email', 'users.name', 'staff.role', 'staff.status', 'staff.added_at');
}

/**
 * Adds a registered user, or changes the role of a member. Where invitations are on, a user who shares no project with the
 * actor yet is invited instead. Recorded in both environments' audit logs. Under strict approvals a role that decides waits for a
 * second person.
 * @param caller a user
 * @throws AppError FORBIDDEN, NOT_FOUND for an unknown email, `owner_protected`, `email_unverified`
 */
export async function putStaff(
  caller: ProjectCaller,
  { email, role }: { email: string; role: Role },
): Promise<{ member: StaffMember; added: boolean } | Appointment> {
  return inTransaction(caller, async (unit) => {
    const { ctx, trx, project, actor } = unit;
    await requireStillManager(trx, project.id, actor.id);
    const user = await findUser(trx, email);
    if (!user) throw notFound('registered user');
    if (!decides(role) || !(await areOn(trx, { project_id: project.id }))) return giveRole(unit, user, role);
    const before = await Staff.query(trx).where(memberOf(project, user)).forUpdate().first();
    if (before?.role === role) return giveRole(unit, user, role);
    requireAppointable(ctx, user, before);
    const approval_id = await ctx.second_person.request(
      { ...unit, scope: projectScope(project, 'live') },
      {
        kind: 'staff_appointment',
        subject: { type: 'staff', id: user.id },
        summary: before
          ? `Make ${user.email} ${role} instead of ${before.role}`
          : `Add ${user.email} as ${role}`,
        change: { role },
      },
    );
    return { user_id: user.id, email: user.email, role, status: 'awaiting_approval', approval_id };
  });
}

/**
 * @param unit of who appoints the user
 * @param details for the audit log
 * @throws AppError `owner_protected`, `email_unverified`
 */
export async function giveRole(
  unit: ProjectUnit,
  user: UserRow,
  role: Role,
  details: Record<string, unknown> = {},
): Promise<{ member: StaffMember; added: boolean }> {
  const { ctx, trx, project, actor } = unit;
  const mine = memberOf(project, user);
  const invites = ctx.config.staff_invitations && !(await shareProject(trx, actor.id, user.id));
  const invitation = { status: 'invited', invitation_id: newId('invitation'), invited_by: actor.id } as const;
  const added = await Staff.query(trx).insertUnlessTaken({
    ...mine,
    role,
    ...(invites ? { ...invitation, ...invitedColumns(role, actor.id) } : deciderColumns(role, actor.id)),
  });
  const before = added ? undefined : expectOne(await Staff.query(trx).where(mine).forUpdate());
  requireAppointable(ctx, user, before);
  if (before) {
    const columnsOf = before.status === 'invited' ? invitedColumns : deciderColumns;
    await Staff.query(trx)
      .where(mine)
      .patch({ role, ...columnsOf(role, actor.id, before) });
  }
  if (before?.role !== role) {
    const action = invites ? 'staff.invited' : 'staff.added';
    await auditProject(unit, before ? 'staff.role_changed' : action, user.id, {
      role,
      ...(before ? { previous_role: before.role } : {}),
      ...details,
    });
  }
  return { member: await getStaffMember(trx, project.id, user.id), added };
}

function memberOf({ id: project_id }: ProjectRow, { id: user_id }: UserRow) {
  return { project_id, user_id };
}

/** @param before undefined for who is not on the staff yet @throws AppError `owner_protected`, `email_unverified` */
function requireAppointable(
  { mailer }: ProjectUnit['ctx'],
  { awaits_verification }: UserRow,
  before: Staff | undefined,
): void {
  if (before?.role === 'owner') throw refusal('owner_protected');
  if (!before && awaits_verification && mailer) throw refusal('email_unverified');
}

/** @throws AppError NOT_FOUND */
export async function getStaffMember(
  db: Queryable,
  project_id: string,
  user_id: string,
): Promise<StaffMember> {
  const [member] = await staffQuery(db)
    .where({ 'staff.project_id': project_id, 'staff.user_id': user_id })
    .castTo<StaffMember[]>();
  if (!member) throw notFound('staff member');
  return member;
}

/** Whether both work in one project, so that each knows the other's name already. */
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
 * Removes a user from the project, or withdraws an invitation. Every request checks access anew, so this one project is closed
 * to the user immediately; sessions stay: otherwise anybody could end them by adding and removing the user.
 * @param revoke_keys whether the keys that the user issued in the project are revoked
 * @returns those keys that were valid until now, at most 1,000
 * @throws AppError NOT_FOUND, `owner_protected`
 */
export async function removeStaff(
  caller: ProjectCaller,
  user_id: string,
  revoke_keys: boolean,
): Promise<ApiKeyRow[]> {
  return inTransaction(caller, async (unit) => {
    const { trx, project } = unit;
    const mine = { project_id: project.id, user_id };
    const member = await Staff.query(trx).where(mine).forUpdate().first();
    if (!member) throw notFound('staff member');
    if (member.role === 'owner') throw refusal('owner_protected');
    await Staff.query(trx).where(mine).delete();
    const action = member.status === 'active' ? 'staff.removed' : 'staff.invitation_withdrawn';
    await auditProject(unit, action, user_id, { role: member.role });
    return revoke_keys ? revokeKeysOfIssuer(unit, user_id) : lockKeysOfIssuer(trx, project.id, user_id);
  });
}

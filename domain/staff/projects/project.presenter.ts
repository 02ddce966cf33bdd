/** Projects and their staff as staff see them. */
import { boolean, dateTime, fieldsOf, oneOf, resource, string, type Wire } from '../../../core/schema.ts';
import type { ProjectRow } from './project.model.ts';
import { ROLES, STAFF_STATUSES } from './roles.rules.ts';
import type { StaffMember } from '../members/staff-members.ts';

export const projectSchema = resource('Project', 'One cooperative or merchant', {
  id: string,
  name: string,
  require_totp: boolean.describe(
    'Whether staff need a second factor to approve, to reveal numbers, and to change what the project relies on',
  ),
  strict_approvals: boolean.describe(
    'Whether nobody decides who became able to decide after the request, and changes that weaken approvals wait for a second person',
  ),
  created_at: dateTime,
  approval_id: string.describe('Of the request to turn strict approvals off, in its answer').optional(),
});

export const staffMemberSchema = resource('StaffMember', 'A user who works in a project', {
  user_id: string,
  email: string,
  name: string.nullable().describe('Null until an invitation is accepted'),
  role: oneOf(ROLES),
  status: oneOf(STAFF_STATUSES).describe('`invited`: without access until the invitation is accepted'),
  added_at: dateTime,
});

export function presentProject(project: ProjectRow): Wire<typeof projectSchema> {
  return fieldsOf(projectSchema, project);
}

export function presentStaffMember(member: StaffMember): Wire<typeof staffMemberSchema> {
  const name = member.status === 'invited' ? null : member.name;
  return fieldsOf(staffMemberSchema, { ...member, name });
}

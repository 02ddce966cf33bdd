/** Projects, their staff and test clocks as staff see them. */
import { dateTime, integer, oneOf, resource, string, type Wire } from '../../core/schema.ts';
import type { ProjectRow } from './project.model.ts';
import type { StaffMember, TestClock } from './projects.ts';
import { ROLES } from './roles.rules.ts';

export const projectSchema = resource('Project', 'One cooperative or merchant', {
  id: string,
  name: string,
  created_at: dateTime,
});

export const staffMemberSchema = resource('StaffMember', 'A user who works in a project', {
  user_id: string,
  email: string,
  name: string,
  role: oneOf(ROLES),
  added_at: dateTime,
});

export const testClockSchema = resource('TestClock', "The test environment's time", {
  now: dateTime,
  offset_seconds: integer.describe('Ahead of real time'),
});

export function presentProject({ id, name, created_at }: ProjectRow): Wire<typeof projectSchema> {
  return { id, name, created_at };
}

export function presentStaffMember({
  user_id,
  email,
  name,
  role,
  added_at,
}: StaffMember): Wire<typeof staffMemberSchema> {
  return { user_id, email, name, role, added_at };
}

export function presentTestClock({ now, offset_seconds }: TestClock): Wire<typeof testClockSchema> {
  return { now, offset_seconds };
}

/** Users, their sessions and their projects as the user sees them. */
import {
  arrayOf,
  boolean,
  dateTime,
  fieldsOf,
  object,
  oneOf,
  resource,
  string,
  type Wire,
} from '../../../core/schema.ts';
import { ROLES } from '../projects/roles.rules.ts';
import type { UserRow } from './user.model.ts';
import type { SignIn } from '../sessions/sessions.ts';
import type { OwnProject } from './users.ts';

const roleSchema = oneOf(ROLES);

export const userSchema = resource('User', 'Somebody who signs in', {
  id: string,
  email: string,
  name: string,
  operator: boolean.describe('Sees Bull Board and the health of the whole service'),
  email_verified: boolean.describe('`false` while the address is to be confirmed; else left out').optional(),
  created_at: dateTime,
});

export const sessionSchema = resource('Session', 'A sign-in', {
  user: userSchema,
  token: string.describe('Sent as `Authorization: Bearer`; shown this once'),
  expires_at: dateTime,
});

export const userProjectSchema = resource('UserProject', 'A project with the role of the caller in it', {
  id: string,
  name: string,
  created_at: dateTime,
  role: roleSchema,
});

export const meSchema = resource('Me', 'The caller, and in which projects with which role', {
  user: userSchema,
  projects: arrayOf(object({ id: string, name: string, role: roleSchema })),
});

export function presentUser(user: UserRow): Wire<typeof userSchema> {
  return fieldsOf(userSchema, { ...user, ...(user.awaits_verification ? { email_verified: false } : {}) });
}

export function presentSession({ user, token, expires_at }: SignIn): Wire<typeof sessionSchema> {
  return { user: presentUser(user), token, expires_at };
}

export function presentUserProject(project: OwnProject): Wire<typeof userProjectSchema> {
  return fieldsOf(userProjectSchema, project);
}

export function presentMe(user: UserRow, projects: OwnProject[]): Wire<typeof meSchema> {
  return { user: presentUser(user), projects: projects.map(({ id, name, role }) => ({ id, name, role })) };
}

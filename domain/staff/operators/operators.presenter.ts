/** Users and projects as platform operators see them. */
import { boolean, dateTime, fieldsOf, integer, resource, string, type Wire } from '../../../core/schema.ts';
import type { KnownProject, KnownUser } from './operators.ts';

export const knownUserSchema = resource(
  'KnownUser',
  'Somebody who signs in, as a platform operator sees it',
  {
    id: string,
    email: string,
    name: string,
    operator: boolean,
    email_verified: boolean,
    second_factor: boolean.describe('Whether signing in takes a code'),
    projects: integer.describe('In how many projects the user works'),
    created_at: dateTime,
  },
);

export const knownProjectSchema = resource('KnownProject', 'A project, as a platform operator sees it', {
  id: string,
  name: string,
  owner_email: string,
  require_totp: boolean,
  strict_approvals: boolean,
  staff: integer.describe('How many people work in it'),
  created_at: dateTime,
});

export function presentKnownUser(row: KnownUser): Wire<typeof knownUserSchema> {
  return fieldsOf(knownUserSchema, row);
}

export function presentKnownProject(row: KnownProject): Wire<typeof knownProjectSchema> {
  return fieldsOf(knownProjectSchema, row);
}

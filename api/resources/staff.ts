/** The staff of a project. */
import joi from 'joi';
import { arrayOf, either, object, string } from '../../core/schema.ts';
import type { PageRequest } from '../../db/page.ts';
import {
  ANY_STAFF,
  apiKeys,
  GIVEN_ROLES,
  MANAGERS,
  strictApprovals,
  type Role,
  staffMembers,
} from '../../domain/staff/index.ts';
import { email, pageFields } from '../fields.ts';
import { created, listOf, ok, route } from '../http/route.ts';
import { pageOf } from '../openapi/page-schema.ts';

const tag = 'Projects';
const path = '/api/projects/{project}/staff';

const revokeKeys = joi
  .boolean()
  .description('Whether the API keys that the user issued here are revoked; by default they are');

const removedSchema = object({ user_id: string, api_keys: arrayOf(apiKeys.schema) });

/** A member, or a role that waits for a second person. */
const putSchema = either(staffMembers.schema, strictApprovals.appointmentSchema);

export const staffRoutes = [
  route({
    operation_id: 'projects.staff.put',
    method: 'POST',
    path,
    tag,
    summary: 'Add a registered user to the staff, or change the role of a staff member',
    description:
      'With `STAFF_INVITATIONS`, a user who shares no project with the caller is invited instead. With strict approvals the roles checker and admin wait for a second person.',
    second_factor: true,
    access: { kind: 'project', roles: MANAGERS },
    errors: ['NOT_FOUND'],
    body: joi.object<{ email: string; role: Role }>({
      email: email.required(),
      role: joi
        .string()
        .valid(...GIVEN_ROLES)
        .required(),
    }),
    responses: {
      200: { description: 'Role changed', schema: putSchema },
      201: { description: 'Added', schema: putSchema },
      202: { description: 'The role waits for a second person', schema: putSchema },
    },
    handle: async ({ caller, body }) => {
      const put = await staffMembers.put(caller, body);
      if ('approval_id' in put) return { status: 202, body: put };
      const { member, added } = put;
      return added ? created(staffMembers.present(member)) : ok(staffMembers.present(member));
    },
  }),
  route({
    operation_id: 'projects.staff.list',
    method: 'GET',
    path,
    tag,
    summary: 'The staff, including the owner',
    access: { kind: 'project', roles: ANY_STAFF },
    query: joi.object<PageRequest>(pageFields('user')),
    responses: { 200: { description: 'Staff', schema: pageOf('staff', staffMembers.schema) } },
    handle: async ({ ctx, project, query }) =>
      listOf('staff', await staffMembers.list(ctx.db, project.id, query), staffMembers.present),
  }),
  route({
    operation_id: 'projects.staff.remove',
    method: 'DELETE',
    path: `${path}/{user_id}`,
    tag,
    summary: 'Remove a user from the staff; access to the project ends immediately',
    description: 'The API keys that the user issued here are revoked, unless `revoke_keys` is false.',
    second_factor: true,
    access: { kind: 'project', roles: MANAGERS },
    params: { user_id: 'user' },
    query: joi.object<{ revoke_keys: boolean }>({ revoke_keys: revokeKeys.default(true) }),
    body: joi.object<{ revoke_keys?: boolean }>({ revoke_keys: revokeKeys.strict() }),
    responses: {
      200: {
        description: 'Removed; the API keys that the user issued here and that were active, as they are now',
        schema: removedSchema,
      },
      204: { description: 'Removed; there are no such keys' },
    },
    handle: async ({ caller, params: { user_id }, query, body }) => {
      const keys = await staffMembers.remove(caller, user_id, body.revoke_keys ?? query.revoke_keys);
      if (keys.length === 0) return { status: 204 };
      return ok({ user_id, api_keys: keys.map((key) => apiKeys.present(key)) });
    },
  }),
];

/** Projects, their keys, staff, test clock and audit log. */
import joi from 'joi';
import type { Environment } from '../../core/scope.ts';
import type { PageRequest } from '../../db/page.ts';
import { listAudit, presentAudit } from '../../domain/platform/audit.ts';
import {
  ANY_STAFF,
  createApiKey,
  createProject,
  GIVEN_ROLES,
  listApiKeys,
  listProjectsOf,
  listStaff,
  MANAGERS,
  moveTestClock,
  presentApiKey,
  presentProject,
  presentStaffMember,
  projectScope,
  putStaff,
  readTestClock,
  removeStaff,
  revokeApiKey,
  type Role,
} from '../../domain/staff/index.ts';
import { environment, instant, pageFields, text } from '../fields.ts';
import { created, listOf, ok, route } from '../http/route.ts';
import { dateTime, freeForm, integer, nullable, object, oneOf, pageOf, string } from '../openapi/schemas.ts';

const tag = 'Projects';
const projectFields = { id: string, name: string, created_at: dateTime };
const project = object(projectFields);
const ownProject = object({ ...projectFields, role: string });
const staffMember = object({
  user_id: string,
  email: string,
  name: string,
  role: string,
  added_at: dateTime,
});
const testClock = object({ now: dateTime, offset_seconds: integer });
const apiKey = object(
  {
    id: string,
    key: string,
    prefix: string,
    environment: oneOf(['test', 'live']),
    name: nullable(string),
    created_by: string,
    created_at: dateTime,
    revoked_at: nullable(dateTime),
  },
  ['key'],
);
const environmentQuery = { environment: environment.default('test') };

export const projectRoutes = [
  route<'user', object, { name: string }>({
    method: 'POST',
    path: '/api/projects',
    tag,
    summary: 'Create a project; the caller becomes its owner',
    access: { kind: 'user' },
    body: joi.object({ name: text(200).required() }),
    responses: { 201: { description: 'The project', schema: project } },
    handle: async ({ ctx, user, body }) =>
      created(presentProject(await createProject(ctx.db, user, body.name))),
  }),
  route<'user', PageRequest>({
    method: 'GET',
    path: '/api/projects',
    tag,
    summary: 'The projects of the caller, newest first',
    access: { kind: 'user' },
    query: joi.object(pageFields('project')),
    responses: { 200: { description: 'Projects', schema: pageOf('projects', ownProject) } },
    handle: async ({ ctx, user, query }) =>
      listOf('projects', await listProjectsOf(ctx.db, user.id, query), (each) => ({
        ...presentProject(each),
        role: each.role,
      })),
  }),
  route<'project', object, { environment: Environment; name?: string }>({
    method: 'POST',
    path: '/api/projects/{project}/api-keys',
    tag,
    summary: 'Issue an API key; it is shown this once',
    access: { kind: 'project', roles: MANAGERS },
    body: joi.object({ environment: environment.required(), name: text(200) }),
    responses: { 201: { description: 'The key', schema: apiKey } },
    handle: async ({ ctx, project, user, body }) => {
      const { row, key } = await createApiKey(ctx.db, project, user.id, {
        environment: body.environment,
        name: body.name ?? `${body.environment} key`,
      });
      return created(presentApiKey(row, key));
    },
  }),
  route<'project', PageRequest>({
    method: 'GET',
    path: '/api/projects/{project}/api-keys',
    tag,
    summary: 'API keys, without their secrets',
    access: { kind: 'project', roles: MANAGERS },
    query: joi.object(pageFields('api_key')),
    responses: { 200: { description: 'Keys', schema: pageOf('api_keys', apiKey) } },
    handle: async ({ ctx, project, query }) =>
      listOf('api_keys', await listApiKeys(ctx.db, project.id, query), (row) => presentApiKey(row)),
  }),
  route<'project'>({
    method: 'DELETE',
    path: '/api/projects/{project}/api-keys/{key_id}',
    tag,
    summary: 'Revoke an API key at once',
    access: { kind: 'project', roles: MANAGERS },
    params: { key_id: 'api_key' },
    responses: { 204: { description: 'Revoked' } },
    handle: async ({ ctx, project, actor, params }) => {
      await revokeApiKey(ctx.db, project, actor, params['key_id'] as string);
      return { status: 204 };
    },
  }),
  route<'project', object, { email: string; role: Role }>({
    method: 'POST',
    path: '/api/projects/{project}/staff',
    tag,
    summary: 'Add a registered user to the staff, or change the role of one who is there',
    access: { kind: 'project', roles: MANAGERS },
    errors: ['NOT_FOUND'],
    body: joi.object({
      email: joi.string().email({ tlds: false }).max(254).required(),
      role: joi
        .string()
        .valid(...GIVEN_ROLES)
        .required(),
    }),
    responses: {
      200: { description: 'Role changed', schema: staffMember },
      201: { description: 'Added', schema: staffMember },
    },
    handle: async ({ ctx, project, actor, body }) => {
      const { member, added } = await putStaff(ctx, project, actor, body);
      return (added ? created : ok)(presentStaffMember(member));
    },
  }),
  route<'project', PageRequest>({
    method: 'GET',
    path: '/api/projects/{project}/staff',
    tag,
    summary: 'The staff, the owner included',
    access: { kind: 'project', roles: ANY_STAFF },
    query: joi.object(pageFields('user')),
    responses: { 200: { description: 'Staff', schema: pageOf('staff', staffMember) } },
    handle: async ({ ctx, project, query }) =>
      listOf('staff', await listStaff(ctx.db, project.id, query), presentStaffMember),
  }),
  route<'project'>({
    method: 'DELETE',
    path: '/api/projects/{project}/staff/{user_id}',
    tag,
    summary: "Remove a user from the staff; ends the user's sessions",
    access: { kind: 'project', roles: MANAGERS },
    params: { user_id: 'user' },
    responses: { 204: { description: 'Removed' } },
    handle: async ({ ctx, project, actor, params }) => {
      await removeStaff(ctx, project, actor, params['user_id'] as string);
      return { status: 204 };
    },
  }),
  route<'project'>({
    method: 'GET',
    path: '/api/projects/{project}/test-clock',
    tag,
    summary: "The test environment's present time",
    access: { kind: 'project', roles: ANY_STAFF },
    responses: { 200: { description: 'The clock', schema: testClock } },
    handle: ({ project }) => Promise.resolve(ok(readTestClock(project))),
  }),
  route<'project', object, { now: Date }>({
    method: 'POST',
    path: '/api/projects/{project}/test-clock',
    tag,
    summary: "Move the test environment's time forward",
    access: { kind: 'project', roles: MANAGERS },
    body: joi.object({ now: instant.required() }),
    responses: { 200: { description: 'The clock; what fell due has been enqueued', schema: testClock } },
    handle: async ({ ctx, project, actor, body }) => ok(await moveTestClock(ctx, project, actor, body.now)),
  }),
  route<'project', PageRequest & { environment: Environment }>({
    method: 'GET',
    path: '/api/projects/{project}/audit-log',
    tag,
    summary: 'The audit log, newest first; each entry is hash-chained to the one before it',
    access: { kind: 'project', roles: MANAGERS },
    query: joi.object({ ...pageFields('number'), ...environmentQuery }),
    responses: {
      200: {
        description: 'Audit entries',
        schema: pageOf(
          'audit_log',
          object({
            id: string,
            at: dateTime,
            actor: object({ type: string, id: string }),
            action: string,
            subject: string,
            details: freeForm,
            hash: string,
            previous_hash: string,
          }),
        ),
      },
    },
    handle: async ({ ctx, project, query }) =>
      listOf(
        'audit_log',
        await listAudit(ctx.db, projectScope(project, query.environment), query),
        presentAudit,
      ),
  }),
];

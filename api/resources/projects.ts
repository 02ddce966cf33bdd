/** Projects. */
import joi from 'joi';
import type { PageRequest } from '../../db/page.ts';
import { ANY_STAFF, MANAGERS, projects, users } from '../../domain/staff/index.ts';
import { pageFields, text } from '../fields.ts';
import { created, listOf, ok, okOrWaiting, route } from '../http/route.ts';
import { pageOf } from '../openapi/page-schema.ts';

const tag = 'Projects';
const path = '/api/projects';

export const projectRoutes = [
  route({
    operation_id: 'projects.create',
    method: 'POST',
    path,
    tag,
    summary: 'Create a project; the caller becomes its owner',
    access: { kind: 'user' },
    body: joi.object<{ name: string }>({ name: text(200).required() }),
    responses: { 201: { description: 'The project', schema: projects.schema } },
    handle: async ({ ctx, user, body }) =>
      created(projects.present(await projects.create(ctx.db, user, body.name))),
  }),
  route({
    operation_id: 'projects.list',
    method: 'GET',
    path,
    tag,
    summary: "The caller's projects, newest first",
    access: { kind: 'user' },
    query: joi.object<PageRequest>(pageFields('project')),
    responses: { 200: { description: 'Projects', schema: pageOf('projects', users.userProjectSchema) } },
    handle: async ({ ctx, user, query }) =>
      listOf('projects', await users.listProjectsOf(ctx.db, user.id, query), users.presentUserProject),
  }),
  route({
    operation_id: 'projects.get',
    method: 'GET',
    path: `${path}/{project}`,
    tag,
    summary: 'One project',
    access: { kind: 'project', roles: ANY_STAFF },
    responses: { 200: { description: 'The project', schema: projects.schema } },
    handle: async ({ project }) => ok(projects.present(project)),
  }),
  route({
    operation_id: 'projects.update',
    method: 'PATCH',
    path: `${path}/{project}`,
    tag,
    summary: 'Change the settings of a project',
    description:
      'A user without a second factor cannot turn the requirement off. Only the owner turns strict approvals on; turning them off waits for a second person.',
    second_factor: true,
    access: { kind: 'project', roles: MANAGERS },
    body: joi.object<Parameters<typeof projects.update>[2]>({
      require_totp: joi
        .boolean()
        .strict()
        .description(
          'Whether staff need a second factor to approve, to reveal numbers, and to change what the project relies on',
        ),
      strict_approvals: joi
        .boolean()
        .strict()
        .description(
          'Whether nobody decides who became able to decide after the request, and changes that weaken approvals wait for a second person',
        ),
    }),
    responses: {
      200: { description: 'The project', schema: projects.schema },
      202: {
        description: 'The project; turning strict approvals off waits for a second person',
        schema: projects.schema,
      },
    },
    handle: async ({ caller, user, body }) => {
      const { project, approval_id } = await projects.update(caller, user, body);
      return okOrWaiting(projects.present(project), approval_id);
    },
  }),
];

/** Projects. */
import joi from 'joi';
import type { PageRequest } from '../../db/page.ts';
import {
  createProject,
  listProjectsOf,
  presentProject,
  presentUserProject,
  projectSchema,
  userProjectSchema,
} from '../../domain/staff/index.ts';
import { pageFields, text } from '../fields.ts';
import { created, listOf, route } from '../http/route.ts';
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
    responses: { 201: { description: 'The project', schema: projectSchema } },
    handle: async ({ ctx, user, body }) =>
      created(presentProject(await createProject(ctx.db, user, body.name))),
  }),
  route({
    operation_id: 'projects.list',
    method: 'GET',
    path,
    tag,
    summary: 'The projects of the caller, newest first',
    access: { kind: 'user' },
    query: joi.object<PageRequest>(pageFields('project')),
    responses: { 200: { description: 'Projects', schema: pageOf('projects', userProjectSchema) } },
    handle: async ({ ctx, user, query }) =>
      listOf('projects', await listProjectsOf(ctx.db, user.id, query), presentUserProject),
  }),
];

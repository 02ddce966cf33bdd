/** What platform operators see of the whole service: people, projects, processes. They change nothing here. */
import joi from 'joi';
import type { PageRequest } from '../../db/page.ts';
import { presentProcess, processSchema } from '../../domain/platform/processes/processes.presenter.ts';
import { listProcesses } from '../../domain/platform/processes/processes.ts';
import { operators } from '../../domain/staff/index.ts';
import { email, pageFields } from '../fields.ts';
import { listOf, route } from '../http/route.ts';
import { pageOf } from '../openapi/page-schema.ts';

const tag = 'Operators';
const access = { kind: 'operator' } as const;

export const operatorRoutes = [
  route({
    operation_id: 'operators.users.list',
    method: 'GET',
    path: '/api/operators/users',
    tag,
    summary: 'Everybody who signs in, newest first',
    access,
    query: joi.object<operators.UserFilter>({
      ...pageFields('user'),
      email: email.description('Only the user with this address, in any letter case'),
    }),
    responses: { 200: { description: 'Users', schema: pageOf('users', operators.knownUserSchema) } },
    handle: async ({ ctx, query }) =>
      listOf('users', await operators.listUsers(ctx.db, query), operators.presentKnownUser),
  }),
  route({
    operation_id: 'operators.projects.list',
    method: 'GET',
    path: '/api/operators/projects',
    tag,
    summary: 'All projects, newest first',
    access,
    query: joi.object<PageRequest>(pageFields('project')),
    responses: { 200: { description: 'Projects', schema: pageOf('projects', operators.knownProjectSchema) } },
    handle: async ({ ctx, query }) =>
      listOf('projects', await operators.listProjects(ctx.db, query), operators.presentKnownProject),
  }),
  route({
    operation_id: 'operators.processes.list',
    method: 'GET',
    path: '/api/operators/processes',
    tag,
    summary: 'The processes of the service that run, with what each runs and since when, newest first',
    access,
    query: joi.object<PageRequest>(pageFields('number')),
    responses: { 200: { description: 'Processes', schema: pageOf('processes', processSchema) } },
    handle: async ({ ctx, query }) => listOf('processes', await listProcesses(ctx.db, query), presentProcess),
  }),
];

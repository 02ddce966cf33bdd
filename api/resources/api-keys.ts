/** API keys of a project. */
import joi from 'joi';
import type { Environment } from '../../core/scope.ts';
import type { PageRequest } from '../../db/page.ts';
import {
  apiKeySchema,
  createApiKey,
  listApiKeys,
  MANAGERS,
  presentApiKey,
  revokeApiKey,
} from '../../domain/staff/index.ts';
import { environment, pageFields, text } from '../fields.ts';
import { created, listOf, route } from '../http/route.ts';
import { pageOf } from '../openapi/page-schema.ts';

const tag = 'Projects';
const path = '/api/projects/{project}/api-keys';

export const apiKeyRoutes = [
  route({
    operation_id: 'projects.apiKeys.create',
    method: 'POST',
    path,
    tag,
    summary: 'Issue an API key; it is shown this once',
    access: { kind: 'project', roles: MANAGERS },
    body: joi.object<{ environment: Environment; name?: string }>({
      environment: environment.required(),
      name: text(200),
    }),
    responses: { 201: { description: 'The key', schema: apiKeySchema } },
    handle: async ({ ctx, project, user, body }) => {
      const { row, key } = await createApiKey(ctx.db, project, user.id, {
        environment: body.environment,
        name: body.name ?? `${body.environment} key`,
      });
      return created(presentApiKey(row, key));
    },
  }),
  route({
    operation_id: 'projects.apiKeys.list',
    method: 'GET',
    path,
    tag,
    summary: 'API keys, without their secrets',
    access: { kind: 'project', roles: MANAGERS },
    query: joi.object<PageRequest>(pageFields('api_key')),
    responses: { 200: { description: 'Keys', schema: pageOf('api_keys', apiKeySchema) } },
    handle: async ({ ctx, project, query }) =>
      listOf('api_keys', await listApiKeys(ctx.db, project.id, query), (row) => presentApiKey(row)),
  }),
  route({
    operation_id: 'projects.apiKeys.revoke',
    method: 'DELETE',
    path: `${path}/{key_id}`,
    tag,
    summary: 'Revoke an API key at once',
    access: { kind: 'project', roles: MANAGERS },
    params: { key_id: 'api_key' },
    responses: { 204: { description: 'Revoked' } },
    handle: async ({ ctx, project, actor, params }) => {
      await revokeApiKey(ctx.db, project, actor, params.key_id);
      return { status: 204 };
    },
  }),
];

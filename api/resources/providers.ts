/** Payment providers and their configuration in a project. */
import joi from 'joi';
import { arrayOf, object } from '../../core/schema.ts';
import type { Environment } from '../../core/scope.ts';
import { providerConfigs } from '../../domain/payments/index.ts';
import { ANY_STAFF, MANAGERS, projectScope } from '../../domain/staff/index.ts';
import { environment, providerName } from '../fields.ts';
import { ok, route } from '../http/route.ts';

const tag = 'Projects';
const path = '/api/projects/{project}/providers';
const params = { provider: providerName };
const query = joi.object<{ environment: Environment }>({ environment: environment.default('test') });

export const providerRoutes = [
  route({
    operation_id: 'projects.providers.list',
    method: 'GET',
    path,
    tag,
    summary: 'Payment providers, configured or available',
    access: { kind: 'project', roles: ANY_STAFF },
    query,
    responses: {
      200: {
        description: 'Providers with their capabilities; secrets masked',
        schema: object({ providers: arrayOf(providerConfigs.schema) }),
      },
    },
    handle: async ({ ctx, project, server_url, query: { environment: chosen } }) => {
      const providers = await providerConfigs.list({ ctx, scope: projectScope(project, chosen) }, server_url);
      return ok({ providers: providers.map(providerConfigs.present) });
    },
  }),
  route({
    operation_id: 'projects.providers.put',
    method: 'PUT',
    path: `${path}/{provider}`,
    tag,
    summary: "Save a payment provider's credentials; they are encrypted and never shown again",
    second_factor: true,
    access: { kind: 'project', roles: MANAGERS },
    params,
    query,
    // The provider defines the fields.
    body: joi.object<{ credentials: Record<string, unknown> }>({
      credentials: joi
        .object()
        .unknown()
        .required()
        .meta({ openapi: { type: 'object', additionalProperties: true, 'x-map': true } }),
    }),
    responses: {
      200: { description: 'The provider, its credentials masked', schema: providerConfigs.schema },
    },
    handle: async ({ ctx, project, actor, server_url, params, query: { environment: chosen }, body }) => {
      const caller = { ctx, scope: projectScope(project, chosen), actor };
      const request = { given: body.credentials, server_url };
      return ok(providerConfigs.present(await providerConfigs.configure(caller, params.provider, request)));
    },
  }),
  route({
    operation_id: 'projects.providers.delete',
    method: 'DELETE',
    path: `${path}/{provider}`,
    tag,
    summary: "Delete a payment provider's credentials",
    second_factor: true,
    access: { kind: 'project', roles: MANAGERS },
    params,
    query,
    responses: { 204: { description: 'Deleted' } },
    handle: async ({ ctx, project, actor, params, query: { environment: chosen } }) => {
      const caller = { ctx, scope: projectScope(project, chosen), actor };
      await providerConfigs.remove(caller, params.provider);
      return { status: 204 };
    },
  }),
];

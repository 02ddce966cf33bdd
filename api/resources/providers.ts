/** Payment providers and what a project configures of them. */
import joi from 'joi';
import type { Environment } from '../../core/scope.ts';
import { configureProvider, listProviders, removeProviderConfig } from '../../domain/payments/index.ts';
import { ANY_STAFF, MANAGERS, projectScope } from '../../domain/staff/index.ts';
import { environment } from '../fields.ts';
import { ok, route } from '../http/route.ts';
import { arrayOf, boolean, freeForm, nullable, object, string } from '../openapi/schemas.ts';

const tag = 'Projects';
const provider = object({
  name: string,
  configured: boolean,
  currencies: arrayOf(string),
  capabilities: object({ status_api: boolean, refunds: boolean, partial_refunds: boolean }),
  credentials: nullable(freeForm),
});
const params = { provider: joi.string().pattern(/^[a-z0-9_]{1,40}$/) };
const query = joi.object({ environment: environment.default('test') });

export const providerRoutes = [
  route<'project', { environment: Environment }>({
    method: 'GET',
    path: '/api/projects/{project}/providers',
    tag,
    summary: 'Payment providers, configured and available',
    access: { kind: 'project', roles: ANY_STAFF },
    query,
    responses: {
      200: {
        description: 'Providers with what they can do; secrets masked',
        schema: object({ providers: arrayOf(provider) }),
      },
    },
    handle: async ({ ctx, project, query: { environment: chosen } }) =>
      ok({ providers: await listProviders(ctx, projectScope(project, chosen)) }),
  }),
  route<'project', { environment: Environment }, { credentials: Record<string, unknown> }>({
    method: 'PUT',
    path: '/api/projects/{project}/providers/{provider}',
    tag,
    summary: "Save a payment provider's credentials; they are sealed and never shown again",
    access: { kind: 'project', roles: MANAGERS },
    params,
    query,
    // Which fields there are is the provider's business.
    body: joi.object({ credentials: joi.object().unknown().required() }),
    responses: { 200: { description: 'The provider, its credentials masked', schema: provider } },
    handle: async ({ ctx, project, actor, params, query: { environment: chosen }, body }) =>
      ok(
        await configureProvider(
          ctx,
          projectScope(project, chosen),
          actor,
          params['provider'] as string,
          body.credentials,
        ),
      ),
  }),
  route<'project', { environment: Environment }>({
    method: 'DELETE',
    path: '/api/projects/{project}/providers/{provider}',
    tag,
    summary: "Delete a payment provider's credentials",
    access: { kind: 'project', roles: MANAGERS },
    params,
    query,
    responses: { 204: { description: 'They are gone' } },
    handle: async ({ ctx, project, actor, params: { provider: name }, query: { environment: chosen } }) => {
      await removeProviderConfig(ctx, projectScope(project, chosen), actor, name as string);
      return { status: 204 };
    },
  }),
];

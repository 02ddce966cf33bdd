/** API keys of a project. */
import joi from 'joi';
import { worded } from '../../core/field-messages.ts';
import { isAddressOrRange } from '../../core/ip-addresses.ts';
import type { PageRequest } from '../../db/page.ts';
import { apiKeys, MANAGERS } from '../../domain/staff/index.ts';
import { environment, instant, pageFields, text } from '../fields.ts';
import { created, listOf, noContent, route } from '../http/route.ts';
import { pageOf } from '../openapi/page-schema.ts';

const tag = 'Projects';
const path = '/api/projects/{project}/api-keys';

/** Enough for the machines and offices of a cooperative. */
const MAX_ALLOWED_IPS = 50;
const addressOrRange = worded(
  joi
    .string()
    .max(60)
    .custom((text: string, helpers) => (isAddressOrRange(text) ? text : helpers.error('address'))),
  { address: '{{#label}} must be an address, or a range like 192.0.2.0/24' },
);

export const apiKeyRoutes = [
  route({
    operation_id: 'projects.apiKeys.create',
    method: 'POST',
    path,
    tag,
    summary: 'Issue an API key; it is shown only once',
    second_factor: true,
    access: { kind: 'project', roles: MANAGERS },
    body: joi.object<Omit<apiKeys.KeyRequest, 'name'> & { name?: string }>({
      environment: environment.required(),
      name: text(200),
      expires_at: instant.allow(null).description('The key is refused from then on'),
      scopes: joi
        .array()
        .items(joi.string().valid(...apiKeys.SCOPES))
        .min(1)
        .unique()
        .allow(null)
        .description('`read`: all read-only requests; the others: their part of the API. All if omitted'),
      allowed_ips: joi
        .array()
        .items(addressOrRange)
        .min(1)
        .max(MAX_ALLOWED_IPS)
        .allow(null)
        .description('Addresses and ranges from which it is accepted, like 192.0.2.0/24. Any if omitted'),
    }),
    responses: { 201: { description: 'The key', schema: apiKeys.schema } },
    handle: async ({ caller, body }) => {
      const name = body.name ?? `${body.environment} key`;
      const { row, key } = await apiKeys.create(caller, { ...body, name });
      return created(apiKeys.present(row, key));
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
    responses: { 200: { description: 'Keys', schema: pageOf('api_keys', apiKeys.schema) } },
    handle: async ({ ctx, project, query }) =>
      listOf('api_keys', await apiKeys.list(ctx.db, project.id, query), (row) => apiKeys.present(row)),
  }),
  route({
    operation_id: 'projects.apiKeys.revoke',
    method: 'DELETE',
    path: `${path}/{key_id}`,
    tag,
    summary: 'Revoke an API key immediately',
    second_factor: true,
    access: { kind: 'project', roles: MANAGERS },
    params: { key_id: 'api_key' },
    responses: { 204: { description: 'Revoked' } },
    handle: ({ caller, params }) => noContent(apiKeys.revoke(caller, params.key_id)),
  }),
];

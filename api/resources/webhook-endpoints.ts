/** Webhook endpoints. */
import joi from 'joi';
import type { PageRequest } from '../../db/page.ts';
import {
  createEndpoint,
  deleteEndpoint,
  endpointSchema,
  EVENT_TYPES,
  listEndpoints,
  presentEndpoint,
  rotateSecret,
} from '../../domain/webhooks/index.ts';
import { pageFields } from '../fields.ts';
import { SCOPED, created, listOf, ok, route } from '../http/route.ts';
import { pageOf } from '../openapi/page-schema.ts';

const tag = 'Webhooks';
const path = '/api/v1/webhook-endpoints';

export const webhookEndpointRoutes = [
  route({
    operation_id: 'webhookEndpoints.create',
    method: 'POST',
    path,
    tag,
    summary: 'Register an endpoint; its signing secret is shown this once',
    access: SCOPED,
    body: joi.object<{ url: string; events: string[] }>({
      url: joi
        .string()
        .uri({ scheme: ['http', 'https'] })
        .max(2_000)
        .required()
        .messages({ 'string.uriCustomScheme': '{{#label}} must be an http or https URL' }),
      events: joi
        .array()
        .items(joi.string().valid('*', ...EVENT_TYPES))
        .min(1)
        .max(EVENT_TYPES.length + 1)
        .unique()
        .default(['*']),
    }),
    responses: { 201: { description: 'The endpoint and its secret', schema: endpointSchema } },
    handle: async ({ ctx, scope, body }) => {
      const { endpoint, secret } = await createEndpoint(ctx, scope, body);
      return created(presentEndpoint(endpoint, secret));
    },
  }),
  route({
    operation_id: 'webhookEndpoints.list',
    method: 'GET',
    path,
    tag,
    summary: 'Endpoints, without their secrets',
    access: SCOPED,
    query: joi.object<PageRequest>(pageFields('webhook_endpoint')),
    responses: { 200: { description: 'Endpoints', schema: pageOf('webhook_endpoints', endpointSchema) } },
    handle: async ({ ctx, scope, query }) =>
      listOf('webhook_endpoints', await listEndpoints(ctx, scope, query), (row) => presentEndpoint(row)),
  }),
  route({
    operation_id: 'webhookEndpoints.delete',
    method: 'DELETE',
    path: `${path}/{webhook_endpoint}`,
    tag,
    summary: 'Delete an endpoint; what is still to be delivered there is given up',
    access: SCOPED,
    responses: { 204: { description: 'Deleted' } },
    handle: async ({ ctx, scope, params }) => {
      await deleteEndpoint(ctx, scope, params.webhook_endpoint);
      return { status: 204 };
    },
  }),
  route({
    operation_id: 'webhookEndpoints.rotateSecret',
    method: 'POST',
    path: `${path}/{webhook_endpoint}/rotate-secret`,
    tag,
    summary: 'A new signing secret; the old one signs along for 24 hours',
    access: SCOPED,
    responses: { 200: { description: 'The endpoint and its new secret', schema: endpointSchema } },
    handle: async ({ ctx, scope, params }) => {
      const { endpoint, secret } = await rotateSecret(ctx, scope, params.webhook_endpoint);
      return ok(presentEndpoint(endpoint, secret));
    },
  }),
];

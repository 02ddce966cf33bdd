/** Webhook endpoints and the delivery log. */
import joi from 'joi';
import type { PageRequest } from '../../db/page.ts';
import {
  createEndpoint,
  deleteEndpoint,
  EVENT_TYPES,
  listDeliveries,
  listEndpoints,
  presentDelivery,
  presentEndpoint,
  redeliver,
  rotateSecret,
} from '../../domain/webhooks/index.ts';
import { id, pageFields } from '../fields.ts';
import { SCOPED, created, listOf, ok, route } from '../http/route.ts';
import { arrayOf, dateTime, integer, nullable, object, oneOf, pageOf, string } from '../openapi/schemas.ts';

const tag = 'Webhooks';
const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;

const endpoint = object(
  {
    id: string,
    url: string,
    events: arrayOf(string),
    status: oneOf(['enabled', 'disabled']),
    secret: string,
    created_at: dateTime,
  },
  ['secret'],
);
const delivery = object({
  id: string,
  webhook_id: string,
  endpoint_id: string,
  type: string,
  status: oneOf(DELIVERY_STATUSES),
  attempts: arrayOf(object({ at: dateTime, status_code: nullable(integer), error: nullable(string) })),
  next_attempt_at: nullable(dateTime),
  created_at: dateTime,
});

export const webhookRoutes = [
  route<'book', object, { url: string; events: string[] }>({
    method: 'POST',
    path: '/api/v1/webhook-endpoints',
    tag,
    summary: 'Register an endpoint; its signing secret is shown this once',
    access: SCOPED,
    body: joi.object({
      url: joi
        .string()
        .uri({ scheme: ['http', 'https'] })
        .max(2_000)
        .required(),
      events: joi
        .array()
        .items(joi.string().valid('*', ...EVENT_TYPES))
        .min(1)
        .max(EVENT_TYPES.length + 1)
        .unique()
        .default(['*']),
    }),
    responses: { 201: { description: 'The endpoint and its secret', schema: endpoint } },
    handle: async ({ ctx, scope, body }) => {
      const { endpoint: row, secret } = await createEndpoint(ctx, scope, body);
      return created(presentEndpoint(row, secret));
    },
  }),
  route<'book', PageRequest>({
    method: 'GET',
    path: '/api/v1/webhook-endpoints',
    tag,
    summary: 'Endpoints, without their secrets',
    access: SCOPED,
    query: joi.object(pageFields('webhook_endpoint')),
    responses: { 200: { description: 'Endpoints', schema: pageOf('webhook_endpoints', endpoint) } },
    handle: async ({ ctx, scope, query }) =>
      listOf('webhook_endpoints', await listEndpoints(ctx, scope, query), (row) => presentEndpoint(row)),
  }),
  route<'book'>({
    method: 'DELETE',
    path: '/api/v1/webhook-endpoints/{webhook_endpoint}',
    tag,
    summary: 'Delete an endpoint; what is still to be delivered there is given up',
    access: SCOPED,
    params: { webhook_endpoint: 'webhook_endpoint' },
    responses: { 204: { description: 'Deleted' } },
    handle: async ({ ctx, scope, params }) => {
      await deleteEndpoint(ctx, scope, params['webhook_endpoint'] as string);
      return { status: 204 };
    },
  }),
  route<'book'>({
    method: 'POST',
    path: '/api/v1/webhook-endpoints/{webhook_endpoint}/rotate-secret',
    tag,
    summary: 'A new signing secret; the old one signs along for 24 hours',
    access: SCOPED,
    params: { webhook_endpoint: 'webhook_endpoint' },
    responses: { 200: { description: 'The endpoint and its new secret', schema: endpoint } },
    handle: async ({ ctx, scope, params }) => {
      const { endpoint: row, secret } = await rotateSecret(ctx, scope, params['webhook_endpoint'] as string);
      return ok(presentEndpoint(row, secret));
    },
  }),
  route<'book', PageRequest & { status?: string; endpoint_id?: string }>({
    method: 'GET',
    path: '/api/v1/webhook-deliveries',
    tag,
    summary: 'Deliveries and their attempts, newest first',
    access: SCOPED,
    query: joi.object({
      ...pageFields('webhook_delivery'),
      status: joi.string().valid(...DELIVERY_STATUSES),
      endpoint_id: id('webhook_endpoint'),
    }),
    responses: { 200: { description: 'Deliveries', schema: pageOf('webhook_deliveries', delivery) } },
    handle: async ({ ctx, scope, query }) =>
      listOf('webhook_deliveries', await listDeliveries(ctx, scope, query), presentDelivery),
  }),
  route<'book'>({
    method: 'POST',
    path: '/api/v1/webhook-deliveries/{webhook_delivery}/redeliver',
    tag,
    summary: 'Send an event again, under the same webhook-id',
    access: SCOPED,
    params: { webhook_delivery: 'webhook_delivery' },
    responses: { 200: { description: 'The delivery, pending again', schema: delivery } },
    handle: async ({ ctx, scope, params }) =>
      ok(presentDelivery(await redeliver(ctx, scope, params['webhook_delivery'] as string))),
  }),
];

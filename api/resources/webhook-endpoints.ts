/** Webhook endpoints. */
import joi from 'joi';
import { worded } from '../../core/field-messages.ts';
import type { PageRequest } from '../../db/page.ts';
import {
  createEndpoint,
  deleteEndpoint,
  ENDPOINT_MODES,
  endpointSchema,
  EVENT_TYPES,
  listEndpoints,
  polledEventsSchema,
  pollEvents,
  presentEndpoint,
  rotateSecret,
  writePolledEvents,
  type EndpointRequest,
} from '../../domain/webhooks/index.ts';
import { MANAGERS, roleOf } from '../../domain/staff/index.ts';
import { pageFields } from '../fields.ts';
import { SCOPED, created, listOf, noContent, ok, route } from '../http/route.ts';
import { pageOf } from '../openapi/page-schema.ts';

const tag = 'Webhooks';
const path = '/api/v1/webhook-endpoints';

const MAX_URL_LENGTH = 2_000;
const TYPES = ['*', ...EVENT_TYPES];

const url = worded(
  joi
    .string()
    .uri({ scheme: ['http', 'https'] })
    .max(MAX_URL_LENGTH)
    .when('mode', { is: 'poll', then: joi.forbidden(), otherwise: joi.required() }),
  { 'string.uriCustomScheme': '{{#label}} must be an http or https URL' },
).meta({
  openapi: {
    type: 'string',
    format: 'uri',
    maxLength: MAX_URL_LENGTH,
    description: 'Required, except with `mode` `poll`, which has no URL',
  },
});

const events = joi
  .array()
  .items(joi.string().valid(...TYPES))
  .min(1)
  .max(TYPES.length)
  .unique()
  .when('mode', { is: 'poll', then: joi.required(), otherwise: joi.array().default(['*']) })
  .meta({
    openapi: {
      type: 'array',
      items: { type: 'string', enum: TYPES },
      minItems: 1,
      maxItems: TYPES.length,
      uniqueItems: true,
      description: 'Required with `mode` `poll`; otherwise by default all',
    },
  });

export const webhookEndpointRoutes = [
  route({
    operation_id: 'webhookEndpoints.create',
    method: 'POST',
    path,
    tag,
    summary: 'Register an endpoint; its signing secret is shown only once',
    second_factor: true,
    access: SCOPED,
    description:
      'With `mode` `poll` nothing is sent: `GET …/events` returns the events. Such an endpoint is deleted if it is not polled for 24 hours.',
    body: joi.object<EndpointRequest>({
      mode: joi
        .string()
        .valid(...ENDPOINT_MODES)
        .default('push'),
      url,
      events,
    }),
    responses: { 201: { description: 'The endpoint and its secret', schema: endpointSchema } },
    handle: async ({ ctx, scope, caller, actor, body }) => {
      const role = actor.type === 'user' ? await roleOf(ctx.db, scope.project_id, actor.id) : null;
      const may_have_secrets = role === null || (role !== undefined && MANAGERS.includes(role));
      const { endpoint, secret } = await createEndpoint(caller, body, { may_have_secrets });
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
      listOf('webhook_endpoints', await listEndpoints(ctx.db, scope, query), (row) => presentEndpoint(row)),
  }),
  route({
    operation_id: 'webhookEndpoints.listEvents',
    method: 'GET',
    path: `${path}/{webhook_endpoint}/events`,
    tag,
    summary: 'Events of an endpoint with mode `poll`, oldest first; waits if there are none',
    description:
      'At most 100 events. Without `after` the list begins with the first event; the same `after` returns the same events again. `next_after` is never null: send it as `after` of the next request.',
    access: SCOPED,
    errors: ['UNPROCESSABLE'],
    query: joi.object<{ after: string | null; wait_seconds: number }>({
      after: pageFields('number').after.default(null),
      wait_seconds: joi
        .number()
        .integer()
        .min(0)
        .max(25)
        .default(0)
        .description('How long to wait for an event if there is none'),
    }),
    responses: { 200: { description: 'Events', schema: polledEventsSchema } },
    handle: async ({ caller, params, query, ended }) => {
      const polled = await pollEvents(caller, params.webhook_endpoint, { ...query, ended: ended() });
      return { status: 200, json: writePolledEvents(polled) };
    },
  }),
  route({
    operation_id: 'webhookEndpoints.delete',
    method: 'DELETE',
    path: `${path}/{webhook_endpoint}`,
    tag,
    summary: 'Delete an endpoint; its pending deliveries are abandoned',
    second_factor: true,
    access: SCOPED,
    responses: { 204: { description: 'Deleted' } },
    handle: ({ caller, params }) => noContent(deleteEndpoint(caller, params.webhook_endpoint)),
  }),
  route({
    operation_id: 'webhookEndpoints.rotateSecret',
    method: 'POST',
    path: `${path}/{webhook_endpoint}/rotate-secret`,
    tag,
    summary: 'Rotate the signing secret; requests are also signed with the old one for 24 hours',
    second_factor: true,
    access: SCOPED,
    responses: { 200: { description: 'The endpoint and its new secret', schema: endpointSchema } },
    handle: async ({ caller, params }) => {
      const { endpoint, secret } = await rotateSecret(caller, params.webhook_endpoint);
      return ok(presentEndpoint(endpoint, secret));
    },
  }),
];

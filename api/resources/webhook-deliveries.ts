/** The log of webhook deliveries. */
import joi from 'joi';
import type { PageRequest } from '../../db/page.ts';
import {
  DELIVERY_STATUSES,
  deliveryDetailsSchema,
  deliverySchema,
  getDelivery,
  listDeliveries,
  presentDelivery,
  redeliver,
  writeDeliveryDetails,
} from '../../domain/webhooks/index.ts';
import { id } from '../fields.ts';
import { SCOPED, listOf, ok, route } from '../http/route.ts';
import { listPageOf } from '../openapi/page-schema.ts';
import { listFields } from '../requests/list.ts';

const tag = 'Webhooks';
const path = '/api/v1/webhook-deliveries';

export const webhookDeliveryRoutes = [
  route({
    operation_id: 'webhookDeliveries.list',
    method: 'GET',
    path,
    tag,
    summary: 'Deliveries and their attempts, newest first',
    access: SCOPED,
    query: joi.object<PageRequest & { status?: string; endpoint_id?: string }>({
      ...listFields('webhook_delivery'),
      status: joi.string().valid(...DELIVERY_STATUSES),
      endpoint_id: id('webhook_endpoint'),
    }),
    responses: {
      200: { description: 'Deliveries', schema: listPageOf('webhook_deliveries', deliverySchema) },
    },
    handle: async ({ ctx, scope, query }) =>
      listOf('webhook_deliveries', await listDeliveries(ctx.db, scope, query), presentDelivery),
  }),
  route({
    operation_id: 'webhookDeliveries.get',
    method: 'GET',
    path: `${path}/{webhook_delivery}`,
    tag,
    summary: 'One delivery, with its payload',
    access: SCOPED,
    responses: { 200: { description: 'The delivery', schema: deliveryDetailsSchema } },
    handle: async ({ ctx, scope, params }) => {
      const { delivery, payload } = await getDelivery(ctx.db, scope, params.webhook_delivery);
      return { status: 200, json: writeDeliveryDetails(delivery, payload) };
    },
  }),
  route({
    operation_id: 'webhookDeliveries.redeliver',
    method: 'POST',
    path: `${path}/{webhook_delivery}/redeliver`,
    tag,
    summary: 'Send an event again, with the same webhook-id',
    access: SCOPED,
    responses: { 200: { description: 'The delivery, pending again', schema: deliverySchema } },
    handle: async ({ caller, params }) =>
      ok(presentDelivery(await redeliver(caller, params.webhook_delivery))),
  }),
];

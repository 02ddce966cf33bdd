export { deliverWebhooks } from './delivery/deliver.ts';
export { getDelivery, listDeliveries, redeliver } from './delivery/deliveries.ts';
export { DELIVERY_STATUSES } from './delivery/delivery.model.ts';
export {
  deliveryDetailsSchema,
  deliverySchema,
  presentDelivery,
  writeDeliveryDetails,
} from './delivery/delivery.presenter.ts';
export { countDueDeliveries, sweepWebhookDeliveries } from './delivery/sweep-deliveries.ts';
export { countDueExports, exportEvents } from './exports/export-events.ts';
export { exportEventsSince, forgetExports } from './exports/operate-exports.ts';
export { ENDPOINT_MODES } from './endpoints/endpoint.model.ts';
export { endpointSchema, presentEndpoint } from './endpoints/endpoint.presenter.ts';
export {
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  refusePrivateUrl,
  rotateSecret,
  type EndpointRequest,
} from './endpoints/endpoints.ts';
export { deleteIdleEndpoints, pollEvents } from './polling/poll-events.ts';
export { polledEventsSchema, writePolledEvents } from './polling/poll-events.presenter.ts';
export { sealedWebhookTables } from './sealed-tables.ts';
export { makeWebhookPartitions, pruneWebhooks } from './prune-webhooks.ts';
export { recordEvent, recordEvents, wantedEvents } from './record-event.ts';
/** Others sign their requests in the same way. */
export * as signing from './signing.rules.ts';
export {
  EVENT_TYPES,
  MAX_LIST_OF_EVENT,
  WEBHOOK_DEADLINES,
  WEBHOOK_PACE,
  type EventType,
} from './webhook.rules.ts';

export { deliverWebhooks } from './deliver.ts';
export { getDelivery, listDeliveries, redeliver } from './deliveries.ts';
export { DELIVERY_STATUSES } from './delivery.model.ts';
export {
  deliveryDetailsSchema,
  deliverySchema,
  presentDelivery,
  writeDeliveryDetails,
} from './delivery.presenter.ts';
export { sweepWebhookDeliveries } from './due-deliveries.ts';
export { ENDPOINT_MODES } from './endpoint.model.ts';
export { endpointSchema, presentEndpoint } from './endpoint.presenter.ts';
export {
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  rotateSecret,
  sealedEndpoints,
  type EndpointRequest,
} from './endpoints.ts';
export { deleteIdleEndpoints, pollEvents } from './poll-events.ts';
export { polledEventsSchema, writePolledEvents } from './poll-events.presenter.ts';
export { pruneWebhooks } from './prune-webhooks.ts';
export { recordEvent, recordEvents, wantedEvents } from './record-event.ts';
export { EVENT_TYPES, MAX_LIST_OF_EVENT, WEBHOOK_DEADLINES, type EventType } from './webhook.rules.ts';

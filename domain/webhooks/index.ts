export { deliverWebhooks } from './deliver.ts';
export { listDeliveries, redeliver } from './deliveries.ts';
export { DELIVERY_STATUSES } from './delivery.model.ts';
export { deliverySchema, presentDelivery } from './delivery.presenter.ts';
export { sweepWebhookDeliveries } from './due-deliveries.ts';
export { endpointSchema, presentEndpoint } from './endpoint.presenter.ts';
export { createEndpoint, deleteEndpoint, listEndpoints, rotateSecret, sealedEndpoints } from './endpoints.ts';
export { recordEvent, recordEvents, wantedEvents } from './record-event.ts';
export { EVENT_TYPES, type EventType } from './webhook.rules.ts';

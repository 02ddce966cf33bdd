export { deliverWebhook, sweepWebhookDeliveries } from './deliver.ts';
export { listDeliveries, presentDelivery, redeliver } from './deliveries.ts';
export { createEndpoint, deleteEndpoint, listEndpoints, presentEndpoint, rotateSecret } from './endpoints.ts';
export { recordEvent, recordEvents, wantedEvents } from './record-event.ts';
export { EVENT_TYPES } from './webhook.rules.ts';

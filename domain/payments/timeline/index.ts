export { paymentEventSchema as schema } from './payment-event.presenter.ts';
export { presentEvents as present } from './present-events.ts';
export { listPaymentEvents as list } from './payment-event.ts';
export { prunePaymentEvents as prune } from './prune-payment-events.ts';

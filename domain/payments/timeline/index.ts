export { paymentEventSchema as schema, presentPaymentEvents as present } from './payment-event.presenter.ts';
export { listPaymentEvents as list } from './payment-event.ts';
export { prunePaymentEvents as prune } from './prune-payment-events.ts';

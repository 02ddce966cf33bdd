/** Use cases with their presenters, by what they are about. */
export * as paybills from './paybills/index.ts';
export * as paymentLinks from './links/index.ts';
export * as paymentPolls from './status/polls.ts';
export * as payouts from './payouts/index.ts';
export * as paymentTimeline from './timeline/index.ts';
export * as postings from './postings/index.ts';
export * as providerCallbacks from './callbacks/index.ts';
export * as providerConfigs from './providers/configuration/index.ts';
export * as refunds from './refunds/index.ts';
export * as ussdIntents from './ussd/index.ts';

/** Payments themselves. */
export { createPayment, isCreationOver, type PaymentRequest } from './creation/create-payment.ts';
export type { PaymentRow } from './payment.model.ts';
export { paymentSchema, presentCheckoutPayment, presentPayment } from './payment.presenter.ts';
export { isFinal, PAYMENT_STATUSES, type PaymentStatus } from './payment.rules.ts';
export { getPayment } from './payment.ts';
export { listPayments, type PaymentFilter } from './search/list-payments.ts';
export { cancelPayment } from './status/cancel-payment.ts';
export { completeFromStatement } from './status/complete-from-statement.ts';
export { syncPaymentNow } from './status/sync-payment.ts';

/** The checkout page of a link. */
export { checkoutProviders, findCheckoutPayment, payLink, type CheckoutProvider } from './links/pay-link.ts';

/** Providers. */
export { callbackSegment, findProvider, PROVIDER_NAMES } from './providers/index.ts';
export { isPageLost } from './providers/next-actions.ts';

/** What the service is put together from. */
export type { DestinedPayment, PaymentDestination, PaymentDestinations } from './destination.port.ts';
export { paymentInvariants } from './invariants.ts';
export { paymentKeySubjects } from './key-subjects.ts';
export { providerCircuitOptions } from './providers/circuit.ts';

// Payments
export type { PaymentRow } from './payment.model.ts';
export {
  PAYMENT_STATUSES,
  REFUND_OUTCOMES,
  type PaymentStatus,
  type RefundOutcome,
} from './payment.rules.ts';
export { paymentSchema, presentCheckoutPayment, presentPayment } from './payment.presenter.ts';
export { findPaymentWithScope, getPayment, listPayments, type PaymentFilter } from './payment.ts';
export { createPayment, isCreationOver, type PaymentRequest } from './creation/create-payment.ts';
export { cancelPayment } from './status/cancel-payment.ts';
export { completeFromStatement } from './status/complete-from-statement.ts';
export { pollPayment, sweepPaymentPolls } from './status/poll-payments.ts';
export { syncPaymentNow } from './status/sync-payment.ts';
export { paymentEventSchema, presentPaymentEvents } from './timeline/payment-event.presenter.ts';
export { listPaymentEvents } from './timeline/payment-event.ts';
export { prunePaymentEvents } from './timeline/prune-payment-events.ts';
export type { DestinedPayment, PaymentDestination, PaymentDestinations } from './destination.port.ts';
export { paymentInvariants } from './invariants.ts';
export { paymentKeySubjects } from './key-subjects.ts';

// Links and their checkout
export {
  createPaymentLink,
  disablePaymentLink,
  findOpenedLink,
  getPaymentLink,
  listPaymentLinks,
  type OpenedLink,
  type PaymentLinkRequest,
} from './links/payment-link.ts';
export { paymentLinkSchema, presentPaymentLink } from './links/payment-link.presenter.ts';
export { checkoutProviders, findCheckoutPayment, payLink, type CheckoutProvider } from './links/pay-link.ts';
export { prunePrompts } from './links/limit-prompts.ts';
export { findUssdIntents } from './ussd/ussd-intent.ts';
export { presentUssdIntents, ussdIntentSchema } from './ussd/ussd-intent.presenter.ts';
export type { UssdIntent, UssdRequest } from './ussd/ussd-intent.rules.ts';

// Postings
export { countPostings } from './postings/count-postings.ts';
export { postPendingPayments, sweepPostings } from './postings/post-payments.ts';
export { listPostings, retryPosting } from './postings/posting.ts';
export { POSTING_STATUSES, type PostingStatus } from './postings/posting.model.ts';
export { postingSchema, presentPosting } from './postings/posting.presenter.ts';

// Refunds
export { createRefund } from './refunds/create-refund.ts';
export { markRefund, processRefund, sweepRefunds } from './refunds/process-refund.ts';
export { getRefund, listRefunds } from './refunds/refund.ts';
export { presentRefund, presentRefunds, refundSchema } from './refunds/refund.presenter.ts';

// Providers and their callbacks
export { handleCallback, sweepCallbacks } from './callbacks/handle-callback.ts';
export { pruneCallbacks } from './callbacks/prune-callbacks.ts';
export { receiveCallback } from './callbacks/receive-callback.ts';
export { providerCircuitOptions } from './providers/circuit.ts';
export { isOptional } from './providers/configuration/credentials.ts';
export {
  configureProvider,
  listProviders,
  removeProviderConfig,
  sealedCredentials,
} from './providers/configuration/provider-configs.ts';
export { presentProviderConfig, providerConfigSchema } from './providers/configuration/provider.presenter.ts';
export { callbackSegment, findProvider, PROVIDER_NAMES } from './providers/index.ts';
export { isPageLost } from './providers/next-actions.ts';

export { cancelPayment } from './status/cancel-payment.ts';
export type { DestinedPayment, PaymentDestination, PaymentDestinations } from './destination.port.ts';
export { createRefund } from './refunds/create-refund.ts';
export { countPostings } from './postings/count-postings.ts';
export { createPayment, isCreationOver, type PaymentRequest } from './creation/create-payment.ts';
export { checkoutProviders, findCheckoutPayment, payLink, type CheckoutProvider } from './links/pay-link.ts';
export { prunePrompts } from './links/limit-prompts.ts';
export {
  createPaymentLink,
  disablePaymentLink,
  getPaymentLink,
  listPaymentLinks,
  findOpenedLink,
  type OpenedLink,
  type PaymentLinkRequest,
} from './links/payment-link.ts';
export type { PaymentRow } from './payment.model.ts';
export { findPaymentWithScope, getPayment, listPayments, type PaymentFilter } from './payment.ts';
export { listPaymentEvents } from './timeline/payment-event.ts';
export {
  PAYMENT_STATUSES,
  REFUND_OUTCOMES,
  type PaymentStatus,
  type RefundOutcome,
} from './payment.rules.ts';
export { paymentSchema, presentCheckoutPayment, presentPayment } from './payment.presenter.ts';
export { paymentEventSchema, presentPaymentEvents } from './timeline/payment-event.presenter.ts';
export { paymentLinkSchema, presentPaymentLink } from './links/payment-link.presenter.ts';
export { POSTING_STATUSES, type PostingStatus } from './postings/posting.model.ts';
export { postingSchema, presentPosting } from './postings/posting.presenter.ts';
export { presentProviderConfig, providerConfigSchema } from './providers/configuration/provider.presenter.ts';
export { presentRefund, presentRefunds, refundSchema } from './refunds/refund.presenter.ts';
export { presentUssdIntents, ussdIntentSchema } from './ussd/ussd-intent.presenter.ts';
export { pollPayment, sweepPaymentPolls } from './status/poll-payments.ts';
export { handleCallback, sweepCallbacks } from './callbacks/handle-callback.ts';
export { callbackSegment, findProvider, PROVIDER_NAMES } from './providers/index.ts';
export { isOptional } from './providers/configuration/credentials.ts';
export { isPageLost } from './providers/next-actions.ts';
export {
  configureProvider,
  listProviders,
  removeProviderConfig,
  sealedCredentials,
} from './providers/configuration/provider-configs.ts';
export { providerCircuitOptions } from './providers/circuit.ts';
export { pruneCallbacks } from './callbacks/prune-callbacks.ts';
export { paymentKeySubjects } from './key-subjects.ts';
export { prunePaymentEvents } from './timeline/prune-payment-events.ts';
export { receiveCallback } from './callbacks/receive-callback.ts';
export { postPendingPayments, sweepPostings } from './postings/post-payments.ts';
export { listPostings, retryPosting } from './postings/posting.ts';
export { markRefund, processRefund, sweepRefunds } from './refunds/process-refund.ts';
export { getRefund, listRefunds } from './refunds/refund.ts';
export { completeFromStatement } from './status/complete-from-statement.ts';
export { findUssdIntents } from './ussd/ussd-intent.ts';
export type { UssdIntent, UssdRequest } from './ussd/ussd-intent.rules.ts';
export { paymentInvariants } from './invariants.ts';
export { syncPaymentNow } from './status/sync-payment.ts';

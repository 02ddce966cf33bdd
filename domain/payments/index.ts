export { cancelPayment } from './cancel-payment.ts';
export type { CreditRoom } from './credits.ts';
export { createRefund } from './create-refund.ts';
export { countPostings } from './count-postings.ts';
export { createPayment, type PaymentRequest } from './create-payment.ts';
export { checkoutProviders, findCheckoutPayment, payLink, type CheckoutProvider } from './pay-link.ts';
export {
  createPaymentLink,
  disablePaymentLink,
  getPaymentLink,
  listPaymentLinks,
  loadPaymentLink,
  PAYMENT_LINK_STATUSES,
  type OpenedLink,
  type PaymentLinkRequest,
  type PaymentLinkRow,
} from './payment-link.ts';
export { getPayment, listPayments, type PaymentFilter, type PaymentRow } from './payment.ts';
export { listPaymentEvents } from './payment-event.ts';
export { PAYMENT_STATUSES } from './payment.rules.ts';
export {
  presentCheckoutPayment,
  presentPayment,
  presentPaymentEvent,
  presentPaymentLink,
  presentPosting,
  presentRefund,
} from './payment.presenter.ts';
export { pollPayment, sweepPaymentPolls } from './poll-payments.ts';
export { handleCallback, sweepCallbacks } from './handle-callback.ts';
export { configureProvider, listProviders, removeProviderConfig } from './provider-configs.ts';
export { pruneCallbacks } from './prune-callbacks.ts';
export { receiveCallback } from './receive-callback.ts';
export { listPostings, postPendingPayments, retryPosting, sweepPostings } from './post-payments.ts';
export { markRefund, processRefund, sweepRefunds } from './process-refund.ts';
export { getRefund, listRefunds, type RefundOutcome } from './refund.ts';
export { ussdIntents, type UssdIntent, type UssdRequest } from './ussd-intent.rules.ts';
export { paymentChecks } from './verify.ts';
export { syncPaymentNow } from './sync-payment.ts';

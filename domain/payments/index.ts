export { cancelPayment } from './cancel-payment.ts';
export { createPayment, type PaymentRequest } from './create-payment.ts';
export { getPayment, listPaymentEvents, listPayments, type PaymentFilter } from './payment.ts';
export { PAYMENT_STATUSES } from './payment.rules.ts';
export { presentPayment, presentPaymentEvent, presentPosting } from './payment.presenter.ts';
export { pollPayment, sweepPaymentPolls } from './poll-payments.ts';
export { listProviders } from './providers/index.ts';
export { listPostings, postPendingPayments, retryPosting, sweepPostings } from './post-payments.ts';
export { syncPaymentNow } from './sync-payment.ts';

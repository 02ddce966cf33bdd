/** The payment as clients and webhooks see it. */
import { ExactNumber } from '../../core/json.ts';
import { money } from '../../core/money.ts';
import type { PaymentRow } from './payment.model.ts';
import type { PaymentEventRow } from './payment-event.model.ts';
import type { PaymentLinkRow } from './links/payment-link.model.ts';
import type { PostingRow } from './postings/posting.model.ts';
import type { RefundRow } from './refunds/refund.model.ts';

export function presentPayment(payment: PaymentRow) {
  return {
    id: payment.id,
    provider: payment.provider,
    amount: new ExactNumber(payment.amount_minor),
    amount_minor: payment.amount_minor,
    currency: payment.currency,
    reference: payment.reference,
    status: payment.status,
    customer_phone: payment.customer_phone,
    metadata: payment.metadata,
    split: payment.split,
    next_action: payment.next_action,
    provider_txn_id: payment.provider_txn_id,
    failure_code: payment.failure_code,
    failure_message: payment.failure_message,
    refunded_minor: payment.refunded_minor,
    environment: payment.environment,
    created_at: payment.created_at,
    updated_at: payment.updated_at,
    completed_at: payment.completed_at,
  };
}

export function presentPaymentEvent({ id, type, from, to, cause, at, details }: PaymentEventRow) {
  return { id, type, from, to, cause, at, details };
}

export function presentPosting(posting: PostingRow) {
  return {
    payment_id: posting.payment_id,
    transaction_id: posting.payment_id,
    status: posting.status,
    attempts: posting.attempts,
    error: posting.error,
    created_at: posting.created_at,
    posted_at: posting.posted_at,
  };
}

export function presentRefund(refund: RefundRow) {
  return {
    id: refund.id,
    payment_id: refund.payment_id,
    ...money('amount', refund.amount_minor),
    currency: refund.currency,
    status: refund.status,
    reason: refund.reason,
    manual: refund.manual,
    note: refund.note,
    provider_refund_id: refund.provider_refund_id,
    failure_code: refund.failure_code,
    failure_message: refund.failure_message,
    created_at: refund.created_at,
    updated_at: refund.updated_at,
    completed_at: refund.completed_at,
  };
}

/** @param server_url where the checkout page is reached */
export function presentPaymentLink(link: PaymentLinkRow, server_url: string) {
  return {
    id: link.id,
    url: `${server_url}/pay/${link.id}`,
    title: link.title,
    ...money('amount', link.amount_minor),
    currency: link.currency,
    reusable: link.reusable,
    status: link.status,
    created_at: link.created_at,
  };
}

/** What whoever holds the address of a checkout's status page may see: nothing of the payer, nothing of the merchant's own. */
export function presentCheckoutPayment(payment: PaymentRow) {
  return {
    id: payment.id,
    provider: payment.provider,
    ...money('amount', payment.amount_minor),
    currency: payment.currency,
    reference: payment.reference,
    status: payment.status,
    next_action: payment.next_action,
    failure_code: payment.failure_code,
    failure_message: payment.failure_message,
    created_at: payment.created_at,
    completed_at: payment.completed_at,
  };
}

/** The types of events; the compiler refuses a list that lacks one. */
import type { WebhookEvent } from '../../../generated/wire.ts';

const ALL: Record<WebhookEvent['type'], true> = {
  'payment.completed': true,
  'payment.failed': true,
  'payment.cancelled': true,
  'payment_link.overpaid': true,
  'refund.succeeded': true,
  'refund.failed': true,
  'payout.succeeded': true,
  'payout.failed': true,
  'topup.credited': true,
  'topup.blocked': true,
  'sacco.entry.posted': true,
  'sacco.entry.failed': true,
  'sacco.entry.reversed': true,
  'approval.created': true,
  'approval.decided': true,
  'loan.disbursed': true,
  'loan.closed': true,
  'loan.overdue': true,
  'loan.written_off': true,
  'dividend.paid': true,
  'savings_interest.paid': true,
  'reconciliation.completed': true,
  'reconciliation.line.resolved': true,
  'period.closed': true,
  'period.reopened': true,
  'import.finished': true,
  'batch.finished': true,
  'till_session.opened': true,
  'till_session.closed': true,
  'webhook_endpoint.disabled': true,
};

export const EVENT_TYPES = Object.keys(ALL);

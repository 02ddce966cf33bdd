/** The events that endpoints receive, for the OpenAPI document. */
import { constant, dateTime, resource, union, type Schema } from '../../core/schema.ts';
import { periodSchema } from '../../domain/accounting/index.ts';
import { batchSchema } from '../../domain/batches/index.ts';
import { importSchema } from '../../domain/cutover/index.ts';
import { dividendSchema } from '../../domain/dividends/index.ts';
import { interestSchema } from '../../domain/interest/index.ts';
import { guarantees, guarantorConsents, loanSchema } from '../../domain/loans/index.ts';
import { paymentSchema, payouts, refunds } from '../../domain/payments/index.ts';
import { lineSchema, runSchema } from '../../domain/reconciliation/index.ts';
import { notificationSchema } from '../../domain/messages/index.ts';
import { approvals, entries } from '../../domain/movements/index.ts';
import { tillSessions } from '../../domain/tills/index.ts';
import { topupSchema } from '../../domain/wallets/index.ts';
import { endpointSchema, EVENT_TYPES, type EventType } from '../../domain/webhooks/index.ts';
import type { Components } from './components.ts';
import type { Json } from './request-schema.ts';

/** The description of each event, and the resource in `data`, as GET returns it. */
const EVENTS: Record<EventType, [summary: string, data: Schema<object>]> = {
  'payment.completed': ['The payer has paid', paymentSchema],
  'payment.failed': ['The payer has not paid and no longer can', paymentSchema],
  'payment.cancelled': ['The payment was cancelled', paymentSchema],
  'payment_link.overpaid': [
    'The payment completed although another had completed its one-time link; it is to be refunded',
    paymentSchema,
  ],
  'refund.succeeded': ['The money was returned to the payer', refunds.schema],
  'refund.failed': ['The money was not returned to the payer; it is available again', refunds.schema],
  'payout.succeeded': ['The money was paid out', payouts.schema],
  'payout.failed': ['The money was not paid out; it is available again', payouts.schema],
  'topup.credited': ['The wallet was credited', topupSchema],
  'topup.blocked': ['The wallet cannot be credited; `reason` gives the reason', topupSchema],
  'sacco.entry.posted': ['The movement was booked', entries.schema],
  'sacco.entry.reversed': ['The movement was reversed', entries.schema],
  'sacco.entry.failed': ['The movement was refused; `error` gives the reason', entries.schema],
  'approval.created': ['A request waits for a second person', approvals.schema],
  'approval.decided': ['The request was approved, rejected or cancelled', approvals.schema],
  'loan.disbursed': ['The loan was disbursed to the member', loanSchema],
  'loan.closed': ['The loan is paid off', loanSchema],
  'loan.overdue': ['An installment was not paid by its due date', loanSchema],
  'loan.written_off': ['The loan was written off', loanSchema],
  'guarantor.consent_requested': [
    'A guarantor is asked for consent; `link` and `code` are for the guarantor alone',
    guarantorConsents.requestSchema,
  ],
  'guarantor.consent_decided': [
    'A guarantor has consented or declined, or was not heard of in time',
    guarantees.schema,
  ],
  'dividend.paid': ['Every line was paid, or failed', dividendSchema],
  'savings_interest.paid': ['Every line was paid, or failed', interestSchema],
  'webhook_endpoint.disabled': [
    'The endpoint answered 410, or has not answered for five days',
    endpointSchema,
  ],
  'reconciliation.completed': ['A statement was imported and compared with our records', runSchema],
  'reconciliation.line.resolved': ['The decision about the line was carried out', lineSchema],
  'period.closed': ['The accounting period was closed', periodSchema],
  'period.reopened': ['The accounting period was reopened', periodSchema],
  'import.finished': ['An approved import at cut-over is booked, or was refused', importSchema],
  'batch.finished': ['Every line of an approved batch is booked, or has failed', batchSchema],
  'till_session.opened': ['The float was confirmed: the session is open', tillSessions.schema],
  'member.notification': [
    'A message to a member was queued; secrets in its text are masked',
    notificationSchema,
  ],
  'till_session.closed': ['The session is closed, and its cash is back in the vault', tillSessions.schema],
};

/** The headers of Standard Webhooks 1.0. */
const HEADERS = Object.entries({
  'webhook-id': 'The same for every attempt to deliver the event: process each once',
  'webhook-timestamp': 'Unix time of this attempt, in seconds',
  'webhook-signature': '`v1,<base64>` for each signing secret, separated by spaces',
}).map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}));

/** `sacco.entry.posted` → `SaccoEntryPostedEvent` */
function nameOf(type: EventType): string {
  return `${type.replaceAll(/(?:^|[._])([a-z])/g, (_all, letter: string) => letter.toUpperCase())}Event`;
}

const SCHEMAS = EVENT_TYPES.map((type) => {
  const [summary, data] = EVENTS[type];
  const schema = resource(nameOf(type), summary, { type: constant(type), timestamp: dateTime, data });
  return { type, summary, schema };
});

/** Any event; `type` is the discriminator. Types may be added. */
const eventSchema = union(
  'WebhookEvent',
  'An event sent to webhook endpoints',
  'type',
  Object.fromEntries(SCHEMAS.map(({ type, schema }) => [type, schema])),
);

/** Each event as a webhook of the document. */
export function webhooksOf(components: Components): Json {
  return Object.fromEntries(
    SCHEMAS.map(({ type, summary, schema }) => [
      type,
      { post: deliveryOf(components, { operation_id: `webhooks.${type}`, summary, schema }) },
    ]),
  );
}

/** What registering an endpoint leads to: the `callbacks` of that operation. */
export function eventCallbacksOf(components: Components): Json {
  const post = deliveryOf(components, {
    operation_id: 'webhookEndpoints.receive',
    summary: 'An event, sent to the address of the endpoint',
    schema: eventSchema,
  });
  return { event: { '{$request.body#/url}': { post } } };
}

function deliveryOf(
  components: Components,
  { operation_id, summary, schema }: { operation_id: string; summary: string; schema: Schema<unknown> },
): Json {
  return {
    operationId: operation_id,
    tags: ['Webhooks'],
    summary,
    description: 'Signed as in Standard Webhooks 1.0, and sent again until it is answered with a 2xx status.',
    security: [],
    parameters: HEADERS.map((header) => components.parameter(header)),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: components.schema(schema) } },
    },
    responses: {
      '2XX': { description: 'Received; any other answer is retried' },
      '410': { description: 'The endpoint is gone: it is disabled, and nothing more is sent to it' },
    },
  };
}

/** The events that endpoints receive, as the OpenAPI document has them. */
import { constant, dateTime, resource, union, type Schema } from '../../core/schema.ts';
import { periodSchema } from '../../domain/accounting/index.ts';
import { dividendSchema } from '../../domain/dividends/index.ts';
import { loanSchema } from '../../domain/loans/index.ts';
import { paymentSchema, refundSchema } from '../../domain/payments/index.ts';
import { lineSchema, runSchema } from '../../domain/reconciliation/index.ts';
import { approvalSchema, entrySchema } from '../../domain/movements/index.ts';
import { topupSchema } from '../../domain/wallets/index.ts';
import { endpointSchema, EVENT_TYPES, type EventType } from '../../domain/webhooks/index.ts';
import type { Components } from './components.ts';
import type { Json } from './request-schema.ts';

/** What happened, and the resource that `data` holds as GET answers it. */
const EVENTS: Record<EventType, [summary: string, data: Schema<object>]> = {
  'payment.completed': ['The payer has paid', paymentSchema],
  'payment.failed': ['The payer has not paid and cannot any more', paymentSchema],
  'payment.cancelled': ['The payment was cancelled', paymentSchema],
  'refund.succeeded': ['The payer has the money back', refundSchema],
  'refund.failed': ['The payer did not get the money back; it is available again', refundSchema],
  'topup.credited': ['The wallet was credited', topupSchema],
  'topup.blocked': ['The wallet cannot be credited; `reason` says why', topupSchema],
  'sacco.entry.posted': ['The movement was booked', entrySchema],
  'sacco.entry.reversed': ['The movement was taken back by a reversal', entrySchema],
  'sacco.entry.failed': ['The movement was refused; `error` says why', entrySchema],
  'approval.created': ['Something waits for a second person', approvalSchema],
  'approval.decided': ['It was approved, rejected or cancelled', approvalSchema],
  'loan.disbursed': ['The member has the money', loanSchema],
  'loan.closed': ['The loan is paid off', loanSchema],
  'loan.overdue': ['An installment was not paid by its due date', loanSchema],
  'loan.written_off': ['What was left of the loan is given up', loanSchema],
  'dividend.paid': ['Every line was paid, or failed', dividendSchema],
  'webhook_endpoint.disabled': ['The endpoint is gone, or has not answered for days', endpointSchema],
  'reconciliation.completed': ['A statement was read and compared with our books', runSchema],
  'reconciliation.line.resolved': ['What was decided about the line is carried out', lineSchema],
  'period.closed': ['The books of these days are closed', periodSchema],
  'period.reopened': ['The books of these days are open again', periodSchema],
};

/** Signed as Standard Webhooks 1.0 says. */
const HEADERS = Object.entries({
  'webhook-id': 'The same for every attempt to deliver the event: process each once',
  'webhook-timestamp': 'When this attempt was made, in seconds since 1970',
  'webhook-signature': '`v1,<base64>`, one for each secret that signs, separated by spaces',
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

/** Any event: told apart by `type`. Types may be added. */
const eventSchema = union(
  'WebhookEvent',
  'What is sent to webhook endpoints',
  'type',
  Object.fromEntries(SCHEMAS.map(({ type, schema }) => [type, schema])),
);

export function webhooksOf(components: Components): Json {
  components.schema(eventSchema);
  return Object.fromEntries(
    SCHEMAS.map(({ type, summary, schema }) => {
      const operation = {
        tags: ['Webhooks'],
        summary,
        security: [],
        parameters: HEADERS.map((header) => components.parameter(header)),
        requestBody: {
          required: true,
          content: { 'application/json': { schema: components.schema(schema) } },
        },
        responses: { '2XX': { description: 'Received; anything else is tried again' } },
      };
      return [type, { post: operation }];
    }),
  );
}

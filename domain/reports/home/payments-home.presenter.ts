/** The operator's first page as clients see it. */
import {
  arrayOf,
  dateTime,
  integer,
  object,
  oneOf,
  resource,
  string,
  type Wire,
} from '../../../core/schema.ts';
import type { PaymentsHome, ProviderDay } from './payments-home.ts';

export const paymentsHomeSchema = resource(
  'PaymentsHome',
  'Payments of the last 24 hours by provider, and what of the project waits or has failed. Counts of work end at 10001',
  {
    since: dateTime.describe('Payments that were created since then; at most 15 seconds old'),
    providers: arrayOf(
      object({
        provider: string,
        payments: integer,
        completed: integer,
        failed: integer,
        cancelled: integer,
        under_way: integer.describe('Neither completed, failed nor cancelled'),
        success_bps: integer
          .nullable()
          .describe('Share of those that have ended that are completed; null where none has ended'),
        p95_ms: integer
          .nullable()
          .describe('The milliseconds from creation to completion that 95 of 100 took at most'),
      }),
    ),
    queues: arrayOf(
      object({
        queue: oneOf(['ledger-postings', 'webhook-deliveries']),
        waiting: integer,
        oldest_due_s: integer.describe('Seconds since the oldest one became due; 0 where none is'),
      }),
    ),
    postings_failed: integer.describe('Completed payments that could not be booked'),
    deliveries_retried: integer.describe('Webhooks that failed at least once and are tried again'),
    deliveries_failed: integer.describe('Webhooks that are no longer tried'),
    topups_blocked: integer.describe('Top-ups of wallets that wait for a decision'),
    api_errors: object({
      since: dateTime.describe('The beginning of the first of 24 hours that count, in real time'),
      by_code: arrayOf(
        object({ code: string, errors: integer, last_at: dateTime.describe('Of the last one') }),
      ).describe('The most frequent first'),
    }).describe(
      'Requests of this project that the API has refused. Each process adds its own every five seconds; requests without a valid credential are of no project',
    ),
  },
);

export function presentPaymentsHome({ providers, ...home }: PaymentsHome): Wire<typeof paymentsHomeSchema> {
  return { ...home, providers: providers.map(presentProvider) };
}

function presentProvider({ provider, payments, completed, failed, cancelled, p95_ms }: ProviderDay) {
  const ended = completed + failed + cancelled;
  return {
    provider,
    payments,
    completed,
    failed,
    cancelled,
    under_way: payments - ended,
    success_bps: ended === 0 ? null : Math.round((completed * 10_000) / ended),
    p95_ms,
  };
}

/**
 * Every background job in one table. Typed enqueue, worker pools, schedules, Bull Board, the Procfile test and
 * docs/reference/jobs.md derive from it. A job is only a wake-up call: the work itself is a row in PostgreSQL in a state
 * that says what is still to do, so a job may be lost, doubled or late without harm.
 */
import joi from 'joi';

/** Payloads carry ids only, never amounts: what is to be done is read from the rows when the job runs. */
export interface JobPayloads {
  'post-payments': Record<string, never>;
  'sweep-postings': Record<string, never>;
  'poll-payment': { payment_id: string };
  'sweep-payment-polls': Record<string, never>;
  'handle-callback': { callback_id: string };
  'sweep-callbacks': Record<string, never>;
  'process-refund': { refund_id: string };
  'sweep-refunds': Record<string, never>;
  'credit-topup': { payment_id: string };
  'sweep-topup-credits': Record<string, never>;
  'finish-wallet-movements': Record<string, never>;
  'deliver-webhook': { delivery_id: string };
  'sweep-webhook-deliveries': Record<string, never>;
  'credit-sacco-payment': { payment_id: string };
  'sweep-sacco-credits': Record<string, never>;
  'finish-sacco-entries': Record<string, never>;
  'charge-loans': Record<string, never>;
  'pay-dividend': { dividend_id: string };
  'sweep-dividends': Record<string, never>;
  'expire-holds': Record<string, never>;
  'finish-ledger-requests': Record<string, never>;
  'clean-up-sessions': Record<string, never>;
  'prune-callbacks': Record<string, never>;
}

export type JobName = keyof JobPayloads;

export const QUEUES = {
  'ledger-postings': {
    concurrency: 2,
    summary: 'Books completed payments into the ledger, many in one batch.',
  },
  'provider-polls': { concurrency: 25, summary: 'Asks providers for the status of payments.' },
  'topup-credits': {
    concurrency: 10,
    summary: 'Credits wallets with payments that were made to top them up.',
  },
  'webhook-deliveries': { concurrency: 50, summary: "Delivers events to merchants' endpoints." },
  'sacco-credits': {
    concurrency: 10,
    summary: 'Credits members of the SACCO with payments that were booked.',
  },
  'interest-charging': {
    concurrency: 1,
    summary: 'Charges the interest and penalties of loans that fall due.',
  },
  'dividend-payouts': { concurrency: 2, summary: "Pays dividends into members' savings, many in one batch." },
  housekeeping: { concurrency: 2, summary: 'What falls due by the clock and belongs to no other queue.' },
} as const;

export type QueueName = keyof typeof QUEUES;
export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[];

interface JobDeclaration<Name extends JobName> {
  queue: QueueName;
  summary: string;
  payload: joi.ObjectSchema<JobPayloads[Name]>;
  /** Runs this often, and once whenever its worker starts. */
  every_ms?: number;
  /** Runs whenever a test clock was moved, because what it does depends on business time. */
  follows_clock?: boolean;
  /** Faults (database gone, queue gone) are retried so often, with exponential backoff from `backoff_ms`. */
  attempts: number;
  backoff_ms: number;
}

const nothing = joi.object<Record<string, never>>({});
/** An id of any kind (core/ids.ts). */
const id = joi.string().pattern(/^[a-z]+_[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
const ids = <Payload>(...names: (keyof Payload & string)[]) =>
  joi.object<Payload>(Object.fromEntries(names.map((name) => [name, id.required()])) as never);

export const JOBS: { [Name in JobName]: JobDeclaration<Name> } = {
  'post-payments': {
    queue: 'ledger-postings',
    summary: 'Books every pending posting that is due.',
    payload: nothing,
    attempts: 1,
    backoff_ms: 1_000,
  },
  'sweep-postings': {
    queue: 'ledger-postings',
    summary: 'Finds completed payments without a posting and postings whose job was lost, and books them.',
    payload: nothing,
    every_ms: 30_000,
    attempts: 1,
    backoff_ms: 1_000,
  },
  'poll-payment': {
    queue: 'provider-polls',
    summary: 'Asks the provider for the status of one payment and applies the answer.',
    payload: ids<JobPayloads['poll-payment']>('payment_id'),
    attempts: 3,
    backoff_ms: 1_000,
  },
  'sweep-payment-polls': {
    queue: 'provider-polls',
    summary: 'Plans the polls that are due soon, and those that are overdue because their job was lost.',
    payload: nothing,
    every_ms: 10_000,
    attempts: 1,
    backoff_ms: 1_000,
  },
  'handle-callback': {
    queue: 'provider-polls',
    summary: 'Asks the provider about the payment that one callback named.',
    payload: ids<JobPayloads['handle-callback']>('callback_id'),
    attempts: 3,
    backoff_ms: 1_000,
  },
  'sweep-callbacks': {
    queue: 'provider-polls',
    summary: 'Finds callbacks that are overdue because their job was lost.',
    payload: nothing,
    every_ms: 15_000,
    attempts: 1,
    backoff_ms: 1_000,
  },
  'process-refund': {
    queue: 'provider-polls',
    summary: 'Takes the next step of one refund: asks the provider, or ends the hold.',
    payload: ids<JobPayloads['process-refund']>('refund_id'),
    attempts: 3,
    backoff_ms: 1_000,
  },
  'sweep-refunds': {
    queue: 'provider-polls',
    summary: 'Finds refunds whose step is overdue because its job was lost.',
    payload: nothing,
    every_ms: 15_000,
    attempts: 1,
    backoff_ms: 1_000,
  },
  'credit-topup': {
    queue: 'topup-credits',
    summary: 'Credits one wallet with the payment that tops it up, or records what blocks it.',
    payload: ids<JobPayloads['credit-topup']>('payment_id'),
    attempts: 3,
    backoff_ms: 1_000,
  },
  'sweep-topup-credits': {
    queue: 'topup-credits',
    summary: 'Finds booked top-ups whose credit is overdue because its job was lost.',
    payload: nothing,
    every_ms: 15_000,
    attempts: 1,
    backoff_ms: 1_000,
  },
  'finish-wallet-movements': {
    queue: 'topup-credits',
    summary: "Finishes wallets' movements whose process died before the result was recorded.",
    payload: nothing,
    every_ms: 10_000,
    attempts: 1,
    backoff_ms: 1_000,
  },
  'deliver-webhook': {
    queue: 'webhook-deliveries',
    summary: 'Makes the next attempt to deliver one event to one endpoint.',
    payload: ids<JobPayloads['deliver-webhook']>('delivery_id'),
    attempts: 3,
    backoff_ms: 1_000,
  },
  'sweep-webhook-deliveries': {
    queue: 'webhook-deliveries',
    summary: 'Finds deliveries whose attempt is overdue because its job was lost.',
    payload: nothing,
    every_ms: 15_000,
    attempts: 1,
    backoff_ms: 1_000,
  },
  'credit-sacco-payment': {
    queue: 'sacco-credits',
    summary: 'Credits a member with one booked payment.',
    payload: ids<JobPayloads['credit-sacco-payment']>('payment_id'),
    attempts: 3,
    backoff_ms: 1_000,
  },
  'sweep-sacco-credits': {
    queue: 'sacco-credits',
    summary: 'Finds credits to members that are due again or whose job was lost.',
    payload: nothing,
    every_ms: 15_000,
    attempts: 1,
    backoff_ms: 1_000,
  },
  'finish-sacco-entries': {
    queue: 'housekeeping',
    summary: 'Books the movements of the SACCO whose request died before it recorded the result.',
    payload: nothing,
    every_ms: 10_000,
    attempts: 1,
    backoff_ms: 1_000,
  },
  'charge-loans': {
    queue: 'interest-charging',
    summary: 'Charges what fell due on the local date of every SACCO, and notices loans that became overdue.',
    payload: nothing,
    every_ms: 60_000,
    follows_clock: true,
    attempts: 1,
    backoff_ms: 1_000,
  },
  'pay-dividend': {
    queue: 'dividend-payouts',
    summary: 'Pays the lines of one approved dividend that wait.',
    payload: ids<JobPayloads['pay-dividend']>('dividend_id'),
    attempts: 3,
    backoff_ms: 1_000,
  },
  'sweep-dividends': {
    queue: 'dividend-payouts',
    summary: 'Finds approved dividends whose payout is overdue because its job was lost.',
    payload: nothing,
    every_ms: 15_000,
    attempts: 1,
    backoff_ms: 1_000,
  },
  'expire-holds': {
    queue: 'housekeeping',
    summary: 'Releases ledger holds whose time is over.',
    payload: nothing,
    every_ms: 10_000,
    follows_clock: true,
    attempts: 1,
    backoff_ms: 1_000,
  },
  'finish-ledger-requests': {
    queue: 'housekeeping',
    summary: 'Finishes manual transfers and holds whose request died before the result was recorded.',
    payload: nothing,
    every_ms: 10_000,
    attempts: 1,
    backoff_ms: 1_000,
  },
  'clean-up-sessions': {
    queue: 'housekeeping',
    summary: 'Deletes sessions that have expired.',
    payload: nothing,
    every_ms: 3_600_000,
    attempts: 1,
    backoff_ms: 1_000,
  },
  'prune-callbacks': {
    queue: 'housekeeping',
    summary: 'Deletes the bodies of callbacks that were processed 90 days ago.',
    payload: nothing,
    every_ms: 3_600_000,
    attempts: 1,
    backoff_ms: 1_000,
  },
};

export const JOB_NAMES = Object.keys(JOBS) as JobName[];

/** How many finished jobs a queue keeps for Bull Board; the rows keep the history. */
export const KEEP_COMPLETED = 200;
export const KEEP_FAILED = 1_000;

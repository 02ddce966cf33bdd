/**
 * Every background job in one table; handlers are in workers/handlers.ts. Typed enqueue, worker pools, schedules, Bull Board,
 * the Procfile test and docs/reference/jobs.md derive from it. A job only signals that there is work: the work itself is a row
 * in PostgreSQL whose status says what remains to do, so a job may be lost, late or run twice without harm.
 */
import joi from 'joi';

export const QUEUES = {
  'ledger-postings': {
    concurrency: 2,
    summary: 'Books completed payments into the ledger, many in one batch.',
  },
  'provider-polls': {
    concurrency: 25,
    summary: 'Asks providers for the status of payments and refunds, and sends payouts.',
  },
  'topup-credits': {
    concurrency: 10,
    summary: 'Credits wallets with the payments that top them up.',
  },
  'webhook-deliveries': { concurrency: 100, summary: "Delivers events to merchants' endpoints." },
  'event-exports': { concurrency: 1, summary: 'Publishes events to EVENTS_SINK.' },
  'sacco-credits': {
    concurrency: 2,
    summary: 'Credits members of the SACCO with booked payments, many in one batch.',
  },
  'interest-charging': {
    concurrency: 1,
    summary: 'Charges the interest and penalties of loans and the fees of savings; pays fixed accounts.',
  },
  'dividend-payouts': {
    concurrency: 2,
    summary: "Pays dividends and interest on deposits into members' savings, many in one batch.",
  },
  'reconciliation-imports': {
    concurrency: 2,
    summary: "Reads providers' statements and compares them with the ledger.",
  },
  'bulk-movements': {
    concurrency: 2,
    summary: 'Checks and books imports at cut-over, and posts batches of movements, many in one batch.',
  },
  'account-emails': {
    concurrency: 5,
    summary: 'Sends e-mails about user accounts: password resets, address verification.',
  },
  messages: {
    concurrency: 10,
    summary: 'Sends messages to members by SMS and e-mail, and reminds of installments.',
  },
  housekeeping: { concurrency: 2, summary: 'Scheduled work that belongs to no other queue.' },
} as const;

export type QueueName = keyof typeof QUEUES;
export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[];

interface JobRow {
  queue: QueueName;
  summary: string;
  /**
   * The names of the ids that it carries; none when left out. It never carries amounts: the job reads its work from the rows.
   */
  payload?: readonly `${string}_id`[];
  /**
   * Whether a waiting job stands for all others with the same payload, which are then not added. One that is enqueued while
   * such a job runs is added when that ends. Jobs with a delay or an id are not merged.
   */
  merged?: boolean;
  /** Runs this often, and once whenever its worker starts. */
  every_ms?: number;
  /** Also runs when a test clock is moved, because its work depends on business time. */
  follows_clock?: boolean;
  /** Attempts if a fault (database or queue unreachable) ends it, with exponential backoff from `backoff_ms`. */
  attempts?: number;
  backoff_ms?: number;
}

/** A job for one row is retried soon. */
const ATTEMPTS = 3;
/** A job for all due rows runs again on its schedule, or with the next row that becomes due. */
const ATTEMPTS_WITHOUT_PAYLOAD = 1;
const BACKOFF_MS = 1_000;

const ROWS = {
  'post-payments': {
    queue: 'ledger-postings',
    summary: 'Books every pending posting that is due.',
  },
  'sweep-postings': {
    queue: 'ledger-postings',
    every_ms: 15_000,
    summary: 'Finds completed payments without a posting and postings whose job was lost, and books them.',
  },
  'poll-payment': {
    queue: 'provider-polls',
    payload: ['payment_id'],
    summary: 'Asks the provider for the status of one payment and applies the answer.',
  },
  'sweep-payment-polls': {
    queue: 'provider-polls',
    every_ms: 10_000,
    summary: 'Enqueues the polls that are due soon, and those that are overdue because their job was lost.',
  },
  'handle-callback': {
    queue: 'provider-polls',
    payload: ['callback_id'],
    summary: 'Asks the provider about the payment that one callback names.',
  },
  'sweep-callbacks': {
    queue: 'provider-polls',
    every_ms: 10_000,
    summary: 'Finds callbacks that are overdue because their job was lost.',
  },
  'confirm-paybill': {
    queue: 'provider-polls',
    payload: ['confirmation_id'],
    summary: 'Asks the provider whether a payment by paybill was made; then it becomes a payment.',
  },
  'sweep-paybill-confirmations': {
    queue: 'provider-polls',
    every_ms: 10_000,
    summary: 'Finds payments by paybill whose question is overdue because its job was lost.',
  },
  'process-refund': {
    queue: 'provider-polls',
    payload: ['refund_id'],
    summary: 'Takes the next step of one refund: asks the provider, or ends the hold.',
  },
  'sweep-refunds': {
    queue: 'provider-polls',
    every_ms: 10_000,
    summary: 'Finds refunds whose step is overdue because its job was lost.',
  },
  'process-payout': {
    queue: 'provider-polls',
    payload: ['payout_id'],
    summary: 'Takes the next step of one payout: sends it, asks the provider, or ends the hold.',
  },
  'sweep-payouts': {
    queue: 'provider-polls',
    every_ms: 10_000,
    summary: 'Finds payouts whose step is overdue because its job was lost.',
  },
  'credit-topup': {
    queue: 'topup-credits',
    payload: ['payment_id'],
    summary: 'Credits one wallet with the payment that tops it up, or records what blocks it.',
  },
  'sweep-topup-credits': {
    queue: 'topup-credits',
    every_ms: 10_000,
    summary: 'Finds booked top-ups whose credit is overdue because its job was lost.',
  },
  'resume-wallet-movements': {
    queue: 'topup-credits',
    every_ms: 10_000,
    summary: 'Finishes wallet movements whose process died before it recorded the result.',
  },
  'deliver-webhooks': {
    queue: 'webhook-deliveries',
    payload: ['endpoint_id'],
    merged: true,
    summary: 'Delivers the events that are due at one endpoint, in order.',
  },
  'sweep-webhook-deliveries': {
    queue: 'webhook-deliveries',
    every_ms: 10_000,
    summary: 'Finds endpoints whose deliveries are overdue because their job was lost.',
  },
  'export-events': {
    queue: 'event-exports',
    merged: true,
    summary: 'Publishes the events that wait for the sink, in order.',
  },
  'sweep-event-exports': {
    queue: 'event-exports',
    every_ms: 10_000,
    summary: 'Publishes events whose job was lost, or that the sink did not take.',
  },
  'credit-sacco-payments': {
    queue: 'sacco-credits',
    merged: true,
    summary: 'Credits members with the booked payments that are due, many in one batch.',
  },
  'sweep-sacco-credits': {
    queue: 'sacco-credits',
    every_ms: 10_000,
    summary: 'Credits members with the payments that are due again or whose job was lost.',
  },
  'allocate-receipts': {
    queue: 'sacco-credits',
    merged: true,
    summary: 'Books the payments by paybill that are due, part by part: to their members, or as unallocated.',
  },
  'sweep-receipts': {
    queue: 'sacco-credits',
    every_ms: 10_000,
    summary: 'Books the payments by paybill that are due again or whose job was lost.',
  },
  'resume-sacco-entries': {
    queue: 'housekeeping',
    every_ms: 10_000,
    summary: 'Finishes the movements of the SACCO whose process died before it recorded the result.',
  },
  'charge-loans': {
    queue: 'interest-charging',
    every_ms: 60_000,
    follows_clock: true,
    summary: 'Charges what fell due on the local date of every SACCO, and detects loans that became overdue.',
  },
  'charge-savings-fees': {
    queue: 'interest-charging',
    every_ms: 60_000,
    follows_clock: true,
    summary: 'Charges the monthly fees of savings accounts once a month is over.',
  },
  'mature-savings-terms': {
    queue: 'interest-charging',
    every_ms: 60_000,
    follows_clock: true,
    summary: 'Pays the interest of fixed accounts whose term is over, and pays them out or renews them.',
  },
  'store-portfolio-months': {
    queue: 'interest-charging',
    every_ms: 60_000,
    summary: 'Stores the loan portfolio at the end of each month, minutes after the month has ended.',
  },
  'pay-dividend': {
    queue: 'dividend-payouts',
    payload: ['dividend_id'],
    summary: 'Pays the unpaid lines of one approved dividend.',
  },
  'sweep-dividends': {
    queue: 'dividend-payouts',
    every_ms: 15_000,
    summary: 'Finds approved dividends whose payout is overdue because its job was lost.',
  },
  'declare-savings-interest': {
    queue: 'dividend-payouts',
    every_ms: 60_000,
    follows_clock: true,
    summary:
      'Declares the interest on deposits of each SACCO that has set one, for the periods that have ended.',
  },
  'pay-savings-interest': {
    queue: 'dividend-payouts',
    payload: ['savings_interest_id'],
    summary: 'Pays the unpaid lines of one approved run of interest.',
  },
  'sweep-savings-interest': {
    queue: 'dividend-payouts',
    every_ms: 15_000,
    summary: 'Finds approved runs of interest whose payout is overdue because its job was lost.',
  },
  'import-statement': {
    queue: 'reconciliation-imports',
    payload: ['run_id'],
    summary: 'Reads the statement of one run, compares it with the ledger and stores its lines.',
  },
  'sweep-statement-imports': {
    queue: 'reconciliation-imports',
    every_ms: 15_000,
    summary: 'Finds statements whose import is overdue because its job was lost.',
  },
  'resume-line-resolutions': {
    queue: 'reconciliation-imports',
    every_ms: 15_000,
    summary: 'Finishes decisions about lines whose process died before it recorded the result.',
  },
  'run-import': {
    queue: 'bulk-movements',
    payload: ['import_id'],
    summary: 'Checks the files of one import at cut-over, or books it once it is approved.',
  },
  'sweep-imports': {
    queue: 'bulk-movements',
    every_ms: 15_000,
    summary: 'Finds imports at cut-over whose job was lost, and deletes old dry runs.',
  },
  'post-batch': {
    queue: 'bulk-movements',
    payload: ['batch_id'],
    summary: 'Books the lines of one approved batch of movements.',
  },
  'sweep-batches': {
    queue: 'bulk-movements',
    every_ms: 15_000,
    summary: 'Finds approved batches of movements whose job was lost.',
  },
  'send-account-email': {
    queue: 'account-emails',
    payload: ['account_email_id'],
    summary: 'Makes the next attempt to send one e-mail.',
  },
  'sweep-account-emails': {
    queue: 'account-emails',
    every_ms: 10_000,
    summary: 'Finds e-mails whose attempt is overdue because its job was lost.',
  },
  'send-messages': {
    queue: 'messages',
    payload: ['sender_id'],
    merged: true,
    summary: 'Sends the messages of one sender that are due.',
  },
  'sweep-messages': {
    queue: 'messages',
    every_ms: 10_000,
    follows_clock: true,
    summary:
      'Finds senders whose messages are overdue because their job was lost or quiet hours are over, and applies delivery reports.',
  },
  'remind-borrowers': {
    queue: 'messages',
    every_ms: 60_000,
    follows_clock: true,
    summary:
      'Tells borrowers once of each installment that is due in three days, and of each that is overdue.',
  },
  'prune-message-reports': {
    queue: 'housekeeping',
    every_ms: 3_600_000,
    summary: 'Deletes delivery reports that came more than 30 days ago.',
  },
  'expire-consents': {
    queue: 'housekeeping',
    every_ms: 60_000,
    follows_clock: true,
    summary: 'Ends requests for the consent of guarantors that were not answered within 72 hours.',
  },
  'fill-demo': {
    queue: 'housekeeping',
    payload: ['project_id'],
    summary: 'Fills a demo project with a year of a cooperative.',
  },
  'sweep-demos': {
    queue: 'housekeeping',
    every_ms: 60_000,
    summary: 'Finds demo projects whose filling was interrupted.',
  },
  'advance-ledger-totals': {
    queue: 'housekeeping',
    every_ms: 15_000,
    summary:
      'Adds new transfers to the running totals of the ledger, where the backend does not write both together.',
  },
  'expire-holds': {
    queue: 'housekeeping',
    every_ms: 10_000,
    follows_clock: true,
    summary: 'Releases expired ledger holds.',
  },
  'resume-ledger-requests': {
    queue: 'housekeeping',
    every_ms: 10_000,
    summary: 'Finishes manual transfers and holds whose process died before it recorded the result.',
  },
  'name-late-workers': {
    queue: 'housekeeping',
    every_ms: 60_000,
    summary: 'Logs the workers that have not become ready within a minute of their start.',
  },
  'sweep-files': {
    queue: 'housekeeping',
    every_ms: 60_000,
    summary: 'Deletes uploaded files that belong to nothing: replaced, broken off, or unused for 24 hours.',
  },
  'clean-up-sessions': {
    queue: 'housekeeping',
    every_ms: 3_600_000,
    summary: 'Deletes expired sessions and tokens, and records of older sign-ins and e-mails.',
  },
  'prune-idempotency-keys': {
    queue: 'housekeeping',
    every_ms: 600_000,
    summary:
      'Deletes idempotency keys older than KEEP_IDEMPOTENCY_KEYS_DAYS, except those of unfinished requests.',
  },
  'prune-payment-events': {
    queue: 'housekeeping',
    every_ms: 600_000,
    summary: 'Deletes the timelines of finished payments when they are older than KEEP_PAYMENT_EVENTS_DAYS.',
  },
  'prune-prompts': {
    queue: 'housekeeping',
    every_ms: 3_600_000,
    summary: 'Deletes the phone numbers that checkouts have not prompted for ten minutes.',
  },
  'prune-paybill-confirmations': {
    queue: 'housekeeping',
    every_ms: 3_600_000,
    summary: 'Deletes confirmations of payments by paybill that providers refused 90 days ago.',
  },
  'make-webhook-partitions': {
    queue: 'housekeeping',
    every_ms: 3_600_000,
    summary: 'Makes the partitions of webhook events of the coming weeks.',
  },
  'prune-webhooks': {
    queue: 'housekeeping',
    every_ms: 3_600_000,
    summary:
      'Drops the partitions of webhook events older than KEEP_WEBHOOKS_DAYS, with their deliveries and attempts.',
  },
  'delete-idle-endpoints': {
    queue: 'housekeeping',
    every_ms: 60_000,
    summary: 'Deletes webhook endpoints with mode poll that have not been polled for 24 hours.',
  },
  'prune-callbacks': {
    queue: 'housekeeping',
    every_ms: 3_600_000,
    summary: 'Empties the bodies of callbacks that were handled 90 days ago.',
  },
} as const satisfies Record<string, JobRow>;

export type JobName = keyof typeof ROWS;

export type JobPayloads = {
  [Name in JobName]: (typeof ROWS)[Name] extends { payload: readonly (infer Field extends string)[] }
    ? Record<Field, string>
    : Record<string, never>;
};

type Job<Name extends JobName = JobName> = Omit<JobRow, 'payload'> & {
  payload: joi.ObjectSchema<JobPayloads[Name]>;
  attempts: number;
  backoff_ms: number;
};

/** An id of any kind (core/ids.ts). */
const id = joi.string().pattern(/^[a-z]+_[0-7][0-9A-HJKMNP-TV-Z]{25}$/);

/** Every job, with defaults for what its row leaves out. */
export const JOBS = Object.fromEntries(
  Object.entries<JobRow>(ROWS).map(([name, row]) => [name, withDefaults(row)]),
) as { [Name in JobName]: Job<Name> };

function withDefaults({ payload = [], ...row }: JobRow): Job {
  return {
    attempts: payload.length > 0 ? ATTEMPTS : ATTEMPTS_WITHOUT_PAYLOAD,
    backoff_ms: BACKOFF_MS,
    ...row,
    payload: joi.object(Object.fromEntries(payload.map((field) => [field, id.required()]))),
  };
}

export const JOB_NAMES = Object.keys(JOBS) as JobName[];

/** Number of finished jobs that a queue keeps for Bull Board; the rows keep the history. */
export const KEEP_COMPLETED = 200;
export const KEEP_FAILED = 1_000;

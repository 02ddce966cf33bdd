/**
 * Sends the messages of one sender that are due. A message is given to its sender once: before the call it is stored that it was handed
 * over, and only what the sender certainly did not take is sent again. When an answer is lost, the message has failed with
 * `outcome_unknown`: senders know no idempotency key, and nobody shall get a message twice.
 */
import pLimit from 'p-limit';
import { UnreadableSecret } from '../../../core/crypto.ts';
import { systemNow, systemTimeIn } from '../../../core/clock.ts';
import { messagesSent } from '../../../core/metrics.ts';
import { columnsOf } from '../../../db/columns-of.ts';
import type { Db } from '../../../db/connection.ts';
import { expectOne } from '../../../db/rows.ts';
import { pauseAfter_ms, type AttemptSchedule } from '../../platform/attempts.ts';
import type { Context } from '../../platform/context.ts';
import { MAX_COUNTED, type DueWork } from '../../platform/due-rows.ts';
import { NOTIFICATION_ERRORS, SUPPRESSED_BECAUSE, type NotificationError } from '../notification.rules.ts';
import { SENDERS } from '../senders/registry.ts';
import { MessageSender, type SenderRow } from '../senders/sender.model.ts';
import type { Cost, Credentials, Sender, SendOutcome } from '../senders/sender.port.ts';
import { openCredentials } from '../senders/senders.ts';
import { applyOpenReports, applyReportsOf } from './reports.ts';
import {
  claimDue,
  countDue,
  failQueued,
  findOverdueSenders,
  giveBack,
  giveUpUnanswered,
  handOver,
  recordOutcome,
  takeBack,
} from './send-messages.sql.ts';

/** About nine hours: what happened longer ago is news to nobody. */
const SCHEDULE: AttemptSchedule = { first_s: [30, 120, 600, 1_800], then_s: 3_600 };
const MAX_ATTEMPTS = 12;
/** What waits for longer, above all because the service or its sender was down, is not sent any more. */
const MAX_AGE_MS = 24 * 3_600_000;

/** Claimed together; those that are not begun when the process dies are due again after the claim. */
const MAX_BATCH = 20;
const CLAIM_MS = 60_000;
/** Calls to one sender at a time. */
const AT_ONCE = 5;
/** Besides the time that the call itself may take. */
const ANSWER_MARGIN_MS = 5_000;
/** A sender with more to send is taken up again after the others. */
const TURN_MS = 30_000;
const OVERDUE_AFTER_MS = 5_000;
const MAX_SENDERS = 1_000;

export async function sendMessages(ctx: Context, sender_id: string): Promise<void> {
  const row = await MessageSender.query(ctx.db).findById(sender_id);
  if (!row) return;
  const now = systemNow();
  await giveUpUnanswered(ctx.db, { sender_id, now, reason: NOTIFICATION_ERRORS.outcome_unknown });
  if (row.sender === 'none') {
    await failQueued(ctx.db, { sender_id, now, reason: NOTIFICATION_ERRORS.sender_off });
    return;
  }
  const more = await sendForOneTurn(ctx, row, SENDERS[row.sender]);
  await applyReportsOf(ctx, sender_id);
  if (more) await ctx.jobs.enqueue('send-messages', { sender_id });
}

/** @returns whether there may be more to send now */
async function sendForOneTurn(ctx: Context, row: SenderRow, sender: Sender): Promise<boolean> {
  const ends_at_ms = performance.now() + TURN_MS;
  const credentials = readCredentials(ctx, row);
  const limit = pLimit(AT_ONCE);
  /** The sender takes nothing now: what else is due waits for the next sweep. */
  let is_out_of_reach = false;
  const isOver = (): boolean => is_out_of_reach || ctx.closing?.aborted === true;
  while (!isOver()) {
    const claimed = await claimDue(ctx.db, {
      sender_id: row.id,
      due_by: systemNow(),
      claimed_until: systemTimeIn(CLAIM_MS),
      limit: MAX_BATCH,
    });
    const untried: typeof claimed = [];
    await Promise.all(
      claimed.map((each) =>
        limit(async () => {
          if (isOver()) {
            untried.push(each);
            return;
          }
          const outcome = await sendOne({ ctx, row, sender, credentials }, each);
          is_out_of_reach ||= outcome?.status === 'not_taken' && outcome.is_about_recipient !== true;
        }),
      ),
    );
    // An outage costs attempts of those alone that were tried.
    if (untried.length > 0) await giveBack(ctx.db, columnsOf(untried, 'id', 'attempts', 'due_at'));
    if (claimed.length < MAX_BATCH) return false;
    if (performance.now() > ends_at_ms) return true;
  }
  return false;
}

interface Sending {
  ctx: Context;
  row: SenderRow;
  sender: Sender;
  /** Null: they cannot be decrypted. */
  credentials: Credentials | null;
}

function readCredentials(ctx: Context, row: SenderRow): Credentials | null {
  try {
    return openCredentials(ctx, row);
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    ctx.log.error({ err: error, sender_id: row.id }, 'the credentials of a sender cannot be decrypted');
    return null;
  }
}

/** As when the sender refuses them: the message is tried again later, until attempts end. */
const UNREADABLE_CREDENTIALS: SendOutcome = {
  status: 'not_taken',
  reason: 'The credentials cannot be decrypted: the server has another ENCRYPTION_KEY. Enter them again.',
};

/** @returns null when the message is not to be sent now */
async function sendOne(
  { ctx, row, sender, credentials }: Sending,
  { id, attempts }: { id: string; attempts: number },
): Promise<SendOutcome | null> {
  const answered_by = systemTimeIn(ctx.provider_deadline_ms + ANSWER_MARGIN_MS);
  const [message] = await handOver(ctx.db, {
    id,
    attempts,
    now: systemNow(),
    answered_by,
    max_age_ms: MAX_AGE_MS,
    ...SUPPRESSED_BECAUSE,
  });
  if (!message?.is_handed_over) return null;
  const text = readText(ctx, message);
  const { recipient: to, subject, segments } = message;
  // No signal of the closing process: a call that is cut off may have been carried out.
  const outcome: SendOutcome =
    text === null
      ? { status: 'failed', reason: NOTIFICATION_ERRORS.unreadable }
      : credentials === null
        ? UNREADABLE_CREDENTIALS
        : await sender.send(ctx, credentials, { id, to, subject, text });
  const { project_id, environment, channel, sender: name } = row;
  messagesSent.inc({ channel, sender: name, outcome: outcome.status });
  ctx.log.info(
    {
      project_id,
      environment,
      notification_id: id,
      sender: name,
      attempt: attempts,
      outcome: outcome.status,
    },
    'message given to its sender',
  );
  await store(ctx, { id, attempts, row, outcome, segments, is_unreadable: text === null });
  return outcome;
}

function readText(
  ctx: Context,
  { id, text, text_sealed }: { id: string; text: string; text_sealed: string | null },
): string | null {
  if (text_sealed === null) return text;
  try {
    return ctx.secrets.open(text_sealed, id);
  } catch (error) {
    ctx.log.error({ err: error, notification_id: id }, 'the text of a message cannot be decrypted');
    return null;
  }
}

interface Answered {
  id: string;
  attempts: number;
  row: SenderRow;
  outcome: SendOutcome;
  segments: number | null;
  is_unreadable: boolean;
}

async function store(ctx: Context, answered: Answered): Promise<void> {
  const { id, attempts, row, outcome, segments, is_unreadable } = answered;
  if (outcome.status === 'not_taken' && attempts < MAX_ATTEMPTS) {
    const next_attempt_at = systemTimeIn(pauseAfter_ms(SCHEDULE, attempts));
    await takeBack(ctx.db, { id, attempts, next_attempt_at });
    return;
  }
  const is_taken = outcome.status === 'sent' || outcome.status === 'delivered';
  const error = errorOf(outcome, is_unreadable);
  await recordOutcome(ctx.db, {
    id,
    status: is_taken ? outcome.status : 'failed',
    error,
    reason: error === null ? null : reasonOf(error, outcome),
    provider_id: is_taken ? outcome.provider_id : null,
    ...((is_taken ? (outcome.cost ?? costOf(row, segments)) : null) ?? NO_COST),
    now: systemNow(),
    keep_text: row.sender === 'sandbox',
  });
}

const NO_COST = { cost_e4: null, cost_currency: null };

const ERROR_OF = {
  sent: null,
  delivered: null,
  failed: 'refused',
  not_taken: 'not_taken',
  unknown: 'outcome_unknown',
} as const satisfies Record<SendOutcome['status'], NotificationError | null>;

function errorOf({ status }: SendOutcome, is_unreadable: boolean): NotificationError | null {
  return is_unreadable ? 'unreadable' : ERROR_OF[status];
}

function reasonOf(error: NotificationError, outcome: SendOutcome): string {
  const sentence = NOTIFICATION_ERRORS[error];
  return 'reason' in outcome && outcome.reason !== sentence ? `${sentence} ${outcome.reason}` : sentence;
}

/** By the price of a segment, where the sender did not say what it costs. */
function costOf({ segment_price_e4, segment_currency }: SenderRow, segments: number | null): Cost | null {
  if (segment_price_e4 === null || segment_currency === null || segments === null) return null;
  return { cost_e4: segment_price_e4 * BigInt(segments), cost_currency: segment_currency };
}

/** @returns how many jobs were enqueued */
export async function sweepMessages(ctx: Context): Promise<number> {
  await applyOpenReports(ctx);
  const overdue = systemTimeIn(-OVERDUE_AFTER_MS);
  const senders = await findOverdueSenders(ctx.db, { overdue, limit: MAX_SENDERS });
  await Promise.all(senders.map(({ id }) => ctx.jobs.enqueue('send-messages', { sender_id: id })));
  return senders.length;
}

export async function countDueMessages(db: Db): Promise<DueWork> {
  return expectOne(await countDue(db, { due_by: systemNow(), limit: MAX_COUNTED }));
}

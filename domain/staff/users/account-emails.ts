/**
 * E-mails about accounts. A request writes a row whether or not a user has the address, so that neither its answer nor its
 * duration reveals that; a job looks the user up, makes the token and sends it. No token is stored in clear.
 */
import { HOUR_MS } from '../../../core/local-date.ts';
import { systemTimeIn } from '../../../core/clock.ts';
import { newId } from '../../../core/ids.ts';
import type { Mailer } from '../../../core/mailer.ts';
import type { Db, Queryable } from '../../../db/connection.ts';
import {
  longestPause_ms,
  makeAttempt,
  pauseAfter_ms,
  type AttemptSchedule,
} from '../../platform/attempts.ts';
import type { Context } from '../../platform/context.ts';
import { countDueRows } from '../../platform/due-rows.ts';
import { sweepOverdue, type OverdueJob } from '../../platform/sweep-overdue.ts';
import { inTransaction } from '../../platform/unit.ts';
import { AccountEmail, type AccountEmailRow } from './account-email.model.ts';
import type { TokenPurpose } from '../passwords/account-token.model.ts';
import { issueToken } from '../passwords/account-tokens.ts';
import { findUser } from './find-user.ts';

const SCHEDULE: AttemptSchedule = { first_s: [30, 120, 600], then_s: 1_800 };
const MAX_ATTEMPTS = 8;

/** E-mails of one kind to one address, so that repeated requests do not fill a mailbox. */
const MAX_PER_HOUR = 5;
const MIN_INTERVAL_MS = 60_000;
/** Rows are kept to answer what became of an e-mail. */
const KEPT_MS = 7 * 24 * HOUR_MS;

const TEMPLATES: Record<TokenPurpose, { subject: string; text: (token: string, url: string) => string }> = {
  password_reset: {
    subject: 'Set a new password',
    text: (token, url) => `Somebody asked to set a new password for this address at

  ${url}

It can be done once, within an hour, at

  ${url}/reset-password#token=${token}

or, where you are asked for it, with this token:

  ${token}

If it was not you, do nothing: without the token nothing changes.
`,
  },
  email_verification: {
    subject: 'Confirm your address',
    text: (token, url) => `Somebody registered this address at

  ${url}

If it was you, confirm it within a day, at

  ${url}/verify-email#token=${token}

or, where you are asked for it, with this token:

  ${token}

If it was not you, do nothing.
`,
  },
};

/** Requests an e-mail, unless the address has reached its limit. Does nothing without a mail server. */
export async function requestEmail(ctx: Context, email: string, kind: TokenPurpose): Promise<void> {
  if (!ctx.mailer) return;
  await inTransaction({ ctx }, async ({ trx, enqueue }) => {
    if (await isLimitReached(trx, email, kind)) return;
    const id = newId('account_email');
    await AccountEmail.query(trx).insert({ id, email, kind, next_attempt_at: systemTimeIn(0) });
    enqueue('send-account-email', { account_email_id: id });
  });
}

async function isLimitReached(db: Queryable, email: string, kind: TokenPurpose): Promise<boolean> {
  const recent = await AccountEmail.query(db)
    .whereRaw('lower(email) = lower(?)', [email])
    .where({ kind })
    .where('created_at', '>', systemTimeIn(-HOUR_MS))
    .orderBy('created_at', 'desc')
    .limit(MAX_PER_HOUR)
    .select('created_at');
  const [last] = recent;
  return (
    recent.length >= MAX_PER_HOUR || (last !== undefined && last.created_at > systemTimeIn(-MIN_INTERVAL_MS))
  );
}

/** Makes the next attempt to send one, if it is due. An e-mail that the mail server rejects is retried later. */
export async function sendAccountEmail(ctx: Context, id: string): Promise<void> {
  const { mailer } = ctx;
  const row = await AccountEmail.query(ctx.db).where({ id, status: 'pending' }).first();
  if (!row || !mailer) return;
  const attempt = {
    table: 'account_emails',
    id,
    attempts: row.attempts,
    pauseAfter_ms: (answered: number) => pauseAfter_ms(SCHEDULE, answered),
  };
  await makeAttempt(ctx.db, attempt, async ({ answered }) => {
    const status = await send(ctx, mailer, row);
    if (status === 'pending' && answered < MAX_ATTEMPTS) return {};
    return { is_last: true, changes: { status: status === 'pending' ? 'failed' : status } };
  });
}

/** @returns `pending` when the mail server did not take it */
async function send(
  ctx: Context,
  mailer: Mailer,
  { id, email, kind }: AccountEmailRow,
): Promise<AccountEmailRow['status']> {
  const user = await findUser(ctx.db, email);
  if (!user) return 'unknown_address';
  const token = await ctx.db.transaction((trx) => issueToken(trx, user.id, kind));
  const { subject, text } = TEMPLATES[kind];
  const url = ctx.config.public_url ?? `${ctx.config.host}:${ctx.config.port}`;
  try {
    await mailer.send({ to: user.email, subject, text: text(token, url) });
  } catch (error) {
    ctx.log.warn({ err: error, account_email_id: id }, 'an e-mail could not be sent');
    return 'pending';
  }
  return 'sent';
}

const OVERDUE: OverdueJob<'send-account-email'> = {
  table: 'account_emails',
  id_column: 'id',
  payload_field: 'account_email_id',
  due_column: 'next_attempt_at',
  job: 'send-account-email',
  longest_pause_ms: longestPause_ms(SCHEDULE),
};

export const countDueEmails = countDueRows(OVERDUE);

/** @returns how many jobs were enqueued */
export function sweepAccountEmails(ctx: Context): Promise<number> {
  return sweepOverdue(ctx, OVERDUE);
}

export function deleteOldEmails(db: Db): Promise<number> {
  return AccountEmail.query(db).where('created_at', '<', systemTimeIn(-KEPT_MS)).delete().then(Number);
}

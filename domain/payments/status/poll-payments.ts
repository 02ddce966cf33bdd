/**
 * The status poller: asks for every payment that its payer may still pay, more and more rarely; see payment.rules.ts. Those
 * that were cancelled here are among them where the provider was not told.
 */
import { CLOCK_SLACK_MS, systemTimeIn, systemNow } from '../../../core/clock.ts';
import { claimAttempt } from '../../platform/attempts.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Context } from '../../platform/context.ts';
import { sweepOverdue } from '../../platform/sweep-overdue.ts';
import { firstIdAt } from '../../../core/ids.ts';
import { ageOf_ms } from '../payment-age.ts';
import { isFinal, nextPollDelay_s, POLLING } from '../payment.rules.ts';
import { recordPaymentEvent } from '../timeline/payment-event.ts';
import type { PaymentRow } from '../payment.model.ts';
import { findPaymentWithScope } from '../payment.ts';
import { isOutOfReach } from '../providers/configuration/provider-configs.ts';
import { findProvider } from '../providers/index.ts';
import { syncPayment } from './sync-payment.ts';

/** A poll is overdue, so its job lost, when it is this late. */
const OVERDUE_AFTER_MS = 10_000;
/**
 * A sweep plans the polls of that time to come. It is twice the sweep's own interval, so that each poll is planned well
 * before it is due.
 */
const PLANNED_AHEAD_MS = 20_000;
/** Polls that one sweep plans; the next sweep takes the rest. */
const MAX_PLANNED = 20_000;

/** Makes the poll that is due now, if one is, and schedules the next. */
export async function pollPayment(ctx: Context, payment_id: string): Promise<void> {
  const found = await findPaymentWithScope(ctx.db, payment_id);
  if (!found?.row.next_poll_at) return;
  const { row: payment, scope } = found;
  const polls = payment.polls + 1;
  const provider = findProvider(payment.provider);
  const delay_s = nextPollDelay_s(polls, ageOf_ms(payment) / 1_000, provider.expiry_s);
  const claimed = await claimAttempt(ctx.db, {
    table: 'payments',
    id: payment_id,
    attempts: payment.polls,
    attempts_column: 'polls',
    due_column: 'next_poll_at',
    pause_ms: delay_s === null ? null : delay_s * 1_000,
  });
  if (!claimed) return;
  const { next_attempt_at: next_poll_at } = claimed;
  let polled: PaymentRow = { ...payment, polls, next_poll_at };
  try {
    polled = await syncPayment(ctx, scope, polled, 'poll');
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
    ctx.log.warn({ payment_id, provider: provider.name, err: error }, 'provider did not answer a poll');
  }
  if (polled.next_poll_at !== null) schedulePoll(ctx, polled);
  else if (!isFinal(polled.status)) await giveUp(ctx, scope, payment_id);
}

async function giveUp(ctx: Context, scope: Scope, payment_id: string): Promise<void> {
  ctx.log.error({ payment_id }, 'gave up polling; a person must find out what became of this payment');
  await ctx.db.transaction((trx) =>
    recordPaymentEvent(trx, scope, { payment_id, type: 'payment.unresolved', cause: 'poll', details: {} }),
  );
}

/** Enqueues the next poll when it is due soon; a later one is left to the sweep, since most payments end before it. */
export function schedulePoll(ctx: Context, payment: Pick<PaymentRow, 'id' | 'polls' | 'next_poll_at'>): void {
  if (payment.next_poll_at && payment.next_poll_at < systemTimeIn(PLANNED_AHEAD_MS / 2))
    void enqueuePoll(ctx, payment);
}

function enqueuePoll(
  ctx: Context,
  { id, polls, next_poll_at }: Pick<PaymentRow, 'id' | 'polls' | 'next_poll_at'>,
): Promise<void> {
  const delay_ms = (next_poll_at as Date).getTime() - systemNow().getTime();
  return ctx.jobs.enqueue(
    'poll-payment',
    { payment_id: id },
    { delay_ms: Math.max(0, delay_ms), job_id: `poll-${id}-${polls}` },
  );
}

/** Enqueues the polls that are due soon, and those whose job was lost. */
export async function sweepPaymentPolls(ctx: Context): Promise<number> {
  const from_future = firstIdAt('payment', systemTimeIn(CLOCK_SLACK_MS));
  await ctx.db.raw(BRING_FORWARD, [from_future, POLLING.first_s, POLLING.then_s]);
  const planned = await ctx
    .db('payments')
    .whereBetween('next_poll_at', [systemTimeIn(-OVERDUE_AFTER_MS), systemTimeIn(PLANNED_AHEAD_MS)])
    .orderBy('next_poll_at')
    .limit(MAX_PLANNED)
    .select('id', 'polls', 'next_poll_at');
  await Promise.all(planned.map((payment) => enqueuePoll(ctx, payment)));
  const overdue = await sweepOverdue(ctx, {
    table: 'payments',
    id_column: 'id',
    payload_field: 'payment_id',
    due_column: 'next_poll_at',
    job: 'poll-payment',
    overdue_after_ms: OVERDUE_AFTER_MS,
  });
  return planned.length + overdue;
}

/**
 * Payments whose ids are from the future were made while the system's clock was ahead, and their polls planned by it. The
 * sweep of overdue rows finds those that are put off for longer than any pause; this finds the others.
 */
const BRING_FORWARD = `
  update payments set next_poll_at = now() where id > ? and
    next_poll_at > now() + interval '1 minute' + make_interval(secs => coalesce((?::integer[])[polls + 1], ?))`;

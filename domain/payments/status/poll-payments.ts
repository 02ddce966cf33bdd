/**
 * The status poller: fetches the status of every payment that its payer may still pay, more and more rarely; see
 * payment.rules.ts. Payments that were cancelled here are polled, too, where the provider was not told.
 */
import { CLOCK_SLACK_MS, systemTimeIn, systemNow } from '../../../core/clock.ts';
import { longestPause_ms, makeAttempt } from '../../platform/attempts.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction, type ScopedContext } from '../../platform/unit.ts';
import { countDueRows } from '../../platform/due-rows.ts';
import { sweepOverdue, type OverdueJob } from '../../platform/sweep-overdue.ts';
import { firstIdAt } from '../../../core/ids.ts';
import { isFinal, nextPollDelay_s, POLLING } from '../payment.rules.ts';
import { recordPaymentEvent } from '../timeline/payment-event.ts';
import type { PaymentRow } from '../payment.model.ts';
import { ageOf_ms, findPaymentWithScope } from '../payment.ts';
import { isOutOfReach } from '../providers/configuration/provider-configs.ts';
import { findProvider } from '../providers/index.ts';
import { bringPollsForward } from './poll-payments.sql.ts';
import { syncPayment } from './sync-payment.ts';

/** A poll is overdue, so its job lost, when it is this late. */
const OVERDUE_AFTER_MS = 10_000;
/** A sweep schedules the polls of this period. It is twice the sweep's interval: each poll is scheduled well before it is due. */
const PLANNED_AHEAD_MS = 20_000;
/** Polls that one sweep schedules; the next sweep takes the rest. */
const MAX_PLANNED = 20_000;

/** Makes the poll that is due now, if there is one, and schedules the next. */
export async function pollPayment(ctx: Context, payment_id: string): Promise<void> {
  const found = await findPaymentWithScope(ctx.db, payment_id);
  if (!found?.row.next_poll_at) return;
  const { row: payment, scope } = found;
  const provider = findProvider(payment.provider);
  const attempt = {
    table: 'payments',
    id: payment_id,
    attempts: payment.polls,
    attempts_column: 'polls',
    due_column: 'next_poll_at',
    pauseAfter_ms(answered: number): number | null {
      const delay_s = nextPollDelay_s(answered, ageOf_ms(payment) / 1_000, provider.expiry_s);
      return delay_s === null ? null : delay_s * 1_000;
    },
  };
  let polled: PaymentRow = payment;
  const ended = await makeAttempt(ctx.db, attempt, async ({ attempts: polls, claimed_until }) => {
    polled = { ...payment, polls, next_poll_at: claimed_until };
    try {
      polled = await syncPayment({ ctx, scope }, polled, 'poll');
    } catch (error) {
      if (!isOutOfReach(error)) throw error;
      ctx.log.warn({ payment_id, provider: provider.name, err: error }, 'provider did not answer a poll');
    }
    return {};
  });
  if (!ended) return;
  const { next_attempt_at: next_poll_at } = ended;
  if (next_poll_at !== null) schedulePoll(ctx, { ...polled, next_poll_at });
  else if (!isFinal(polled.status)) await giveUp({ ctx, scope }, payment_id);
}

async function giveUp(base: ScopedContext, payment_id: string): Promise<void> {
  base.ctx.log.error({ payment_id }, 'gave up polling; a person must find out what became of this payment');
  await inTransaction(base, (unit) =>
    recordPaymentEvent(unit, { payment_id, type: 'payment.unresolved', cause: 'poll', details: {} }),
  );
}

/** Enqueues the next poll when it is due soon; a later one is left to the sweep, since most payments end before it. */
export function schedulePoll(ctx: Context, payment: Pick<PaymentRow, 'id' | 'next_poll_at'>): void {
  if (payment.next_poll_at && payment.next_poll_at < systemTimeIn(PLANNED_AHEAD_MS / 2))
    void enqueuePoll(ctx, payment);
}

function enqueuePoll(
  ctx: Context,
  { id, next_poll_at }: Pick<PaymentRow, 'id' | 'next_poll_at'>,
): Promise<void> {
  const due_at_ms = (next_poll_at as Date).getTime();
  return ctx.jobs.enqueue(
    'poll-payment',
    { payment_id: id },
    { delay_ms: Math.max(0, due_at_ms - systemNow().getTime()), job_id: `poll-${id}-${due_at_ms}` },
  );
}

const OVERDUE: OverdueJob<'poll-payment'> = {
  table: 'payments',
  id_column: 'id',
  payload_field: 'payment_id',
  due_column: 'next_poll_at',
  job: 'poll-payment',
  overdue_after_ms: OVERDUE_AFTER_MS,
  longest_pause_ms: longestPause_ms(POLLING),
};

export const countDuePolls = countDueRows(OVERDUE);

/** Enqueues the polls that are due soon, and those whose job was lost. */
export async function sweepPaymentPolls(ctx: Context): Promise<number> {
  const from_future = firstIdAt('payment', systemTimeIn(CLOCK_SLACK_MS));
  await bringPollsForward(ctx.db, { from_future, ...POLLING });
  const planned = await ctx
    .db('payments')
    .whereBetween('next_poll_at', [systemTimeIn(-OVERDUE_AFTER_MS), systemTimeIn(PLANNED_AHEAD_MS)])
    .orderBy('next_poll_at')
    .limit(MAX_PLANNED)
    .select('id', 'next_poll_at');
  await Promise.all(planned.map((payment) => enqueuePoll(ctx, payment)));
  const overdue = await sweepOverdue(ctx, OVERDUE);
  return planned.length + overdue;
}

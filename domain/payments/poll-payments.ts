/** The status poller: asks for every payment that is not final, more and more rarely; see payment.rules.ts. */
import { realIn, realNow } from '../../core/clock.ts';
import type { Context } from '../context.ts';
import { madeAt_ms } from '../../core/ids.ts';
import { sweepBucket } from '../../jobs/queue.ts';
import { isFinal, nextPollDelay_s } from './payment.rules.ts';
import { loadPayment } from './payment.ts';
import { findProvider } from './providers/index.ts';
import { ProviderUnavailable } from './providers/port.ts';
import { syncPayment } from './sync-payment.ts';

/** A poll is overdue, so its job lost, when it is this late. */
const OVERDUE_AFTER_MS = 10_000;
/** Overdue polls that one sweep takes up; the next sweep takes the rest. */
const MAX_OVERDUE = 5_000;

/** Makes the poll that is due now, if one is, and schedules the next. */
export async function pollPayment(ctx: Context, payment_id: string): Promise<void> {
  const found = await loadPayment(ctx.db, payment_id);
  if (!found || isFinal(found.payment.status) || !found.payment.next_poll_at) return;
  const { payment, scope } = found;
  const polls = payment.polls + 1;
  const provider = findProvider(payment.provider);
  const delay_s = nextPollDelay_s(
    polls,
    (realNow().getTime() - madeAt_ms(payment.id)) / 1_000,
    provider.expiry_s,
  );
  const next_poll_at = delay_s === null ? null : new Date(realNow().getTime() + delay_s * 1_000);
  // Written before asking: a poll that fails or dies is followed by the next one in any case. A job that comes twice
  // finds the poll taken; a job may come a little before its row is due, because clocks of two machines differ.
  const taken = await ctx
    .db('payments')
    .where({ id: payment_id, polls: payment.polls })
    .where('next_poll_at', '<=', realIn(1_000))
    .update({ polls, next_poll_at });
  if (taken === 0) return;
  try {
    const after = await syncPayment(ctx, scope, payment_id, 'poll');
    if (isFinal(after.status)) return;
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    ctx.log.warn({ payment_id, provider: provider.name, err: error }, 'provider did not answer a poll');
  }
  if (delay_s === null)
    ctx.log.error({ payment_id }, 'gave up polling; a person must find out what became of this payment');
  else
    await ctx.jobs.enqueue(
      'poll-payment',
      { payment_id },
      { delay_ms: delay_s * 1_000, job_id: `poll-${payment_id}-${polls}` },
    );
}

/** Enqueues the polls whose job was lost. */
export async function sweepPaymentPolls(ctx: Context): Promise<number> {
  const overdue = await ctx
    .db('payments')
    .where('next_poll_at', '<', new Date(realNow().getTime() - OVERDUE_AFTER_MS))
    .orderBy('next_poll_at')
    .limit(MAX_OVERDUE)
    .select('id', 'polls');
  await Promise.all(
    overdue.map(({ id, polls }) =>
      ctx.jobs.enqueue(
        'poll-payment',
        { payment_id: id },
        { job_id: `poll-${id}-${polls}-sweep-${sweepBucket()}` },
      ),
    ),
  );
  return overdue.length;
}

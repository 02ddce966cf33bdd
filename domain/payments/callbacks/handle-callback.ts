/** Asks the provider about the payment of a callback: the provider's answer counts, not the callback. */
import { systemNow } from '../../../core/clock.ts';
import { longestPause_ms, makeAttempt, pauseAfter_ms, type AttemptEnd } from '../../platform/attempts.ts';
import type { Context } from '../../platform/context.ts';
import { countDueRows } from '../../platform/due-rows.ts';
import { sweepOverdue, type OverdueJob } from '../../platform/sweep-overdue.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import { isFinal, isPolledSoon, POLLING } from '../payment.rules.ts';
import { getPayment } from '../payment.ts';
import { askAboutRefunds, recordTxnId } from '../status/provider-txn-id.ts';
import { findProvider } from '../providers/index.ts';
import { StoredCallback, type CallbackRow } from './callback.model.ts';
import { accountTerms, isOutOfReach } from '../providers/configuration/provider-configs.ts';
import { syncPayment } from '../status/sync-payment.ts';

/** Attempts over about five hours; the poller or a person goes on from there. */
const MAX_ATTEMPTS = 12;

/** Makes the attempt that is due now, if there is one. */
export async function handleCallback(ctx: Context, callback_id: string): Promise<void> {
  const found = await StoredCallback.query(ctx.db).findWithScope(callback_id);
  if (!found) return;
  const { row: callback, scope } = found;
  const attempt = {
    table: 'provider_callbacks',
    id: callback_id,
    attempts: callback.attempts,
    pauseAfter_ms: (answered: number) => pauseAfter_ms(POLLING, answered),
  };
  const ended = await makeAttempt(ctx.db, attempt, ({ answered }) =>
    askAbout({ ctx, scope }, callback, answered),
  );
  if (!ended?.next_attempt_at) return;
  await ctx.jobs.enqueue(
    'handle-callback',
    { callback_id },
    {
      delay_ms: ended.next_attempt_at.getTime() - systemNow().getTime(),
      job_id: `callback-${callback_id}-${ended.attempts}`,
    },
  );
}

async function askAbout(base: ScopedContext, callback: CallbackRow, answered: number): Promise<AttemptEnd> {
  const { ctx, scope } = base;
  const payment = await getPayment(ctx.db, scope, callback.payment_id);
  try {
    const synced = await syncPayment(base, payment, 'callback');
    const { status } = synced;
    if (status === 'completed') {
      await recordTxnId(base, synced, callback.provider_txn_id, 'callback');
      // A callback about a completed payment may be about a refund of it.
      await askAboutRefunds(ctx, payment.id);
    }
    // A callback may be ahead of the provider's own status, and the same one is not stored twice. The poller asks soon only about
    // a new payment, rarely about an older one, and never about a failed one: a success would be late or lost.
    const { capabilities } = await accountTerms(ctx.db, scope, findProvider(payment.provider));
    const is_polled_soon = capabilities.status_api && !isFinal(status) && isPolledSoon(synced.polls);
    if (!callback.claims_paid || status === 'completed' || is_polled_soon)
      return { is_last: true, changes: { handled_at: systemNow() } };
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
    ctx.log.warn(
      { payment_id: payment.id, provider: payment.provider, err: error },
      'provider did not answer',
    );
  }
  if (answered < MAX_ATTEMPTS) return {};
  ctx.log.error(
    { payment_id: payment.id },
    'gave up on a callback; a person must find out what it was about',
  );
  return { is_last: true };
}

const OVERDUE: OverdueJob<'handle-callback'> = {
  table: 'provider_callbacks',
  id_column: 'id',
  payload_field: 'callback_id',
  due_column: 'next_attempt_at',
  job: 'handle-callback',
  longest_pause_ms: longestPause_ms(POLLING),
};

export const countDueCallbacks = countDueRows(OVERDUE);

/** Enqueues the callbacks whose job was lost. */
export function sweepCallbacks(ctx: Context): Promise<number> {
  return sweepOverdue(ctx, OVERDUE);
}

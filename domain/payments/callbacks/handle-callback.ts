/** Asks the provider about the payment of a callback: the provider's answer counts, not the callback. */
import { systemNow } from '../../../core/clock.ts';
import { claimAttempt, pauseAfter_ms } from '../../platform/attempts.ts';
import type { Context } from '../../platform/context.ts';
import { sweepOverdue } from '../../platform/sweep-overdue.ts';
import { isFinal, isPolledSoon, POLLING } from '../payment.rules.ts';
import { findPaymentWithScope } from '../payment.ts';
import { askAboutRefunds, recordTxnId } from '../status/provider-txn-id.ts';
import { findProvider } from '../providers/index.ts';
import { StoredCallback, type CallbackRow } from './callback.model.ts';
import { accountTerms, isOutOfReach } from '../providers/configuration/provider-configs.ts';
import { syncPayment } from '../status/sync-payment.ts';

/** Attempts over about five hours; the poller or a person goes on from there. */
const MAX_ATTEMPTS = 12;

/** Makes the attempt that is due now, if there is one. */
export async function handleCallback(ctx: Context, callback_id: string): Promise<void> {
  const callback = await claim(ctx, callback_id);
  const found = callback && (await findPaymentWithScope(ctx.db, callback.payment_id));
  if (!found) return;
  const { row: payment, scope } = found;
  const base = { ctx, scope };
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
    if (callback.claims_paid && status !== 'completed' && !is_polled_soon) await retryLater(ctx, callback);
    else await finish(ctx, callback);
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
    ctx.log.warn(
      { payment_id: payment.id, provider: payment.provider, err: error },
      'provider did not answer',
    );
    await retryLater(ctx, callback);
  }
}

/** @returns null when there is nothing to do now */
async function claim(ctx: Context, id: string): Promise<CallbackRow | null> {
  const row: CallbackRow | undefined = await StoredCallback.query(ctx.db).where({ id }).first();
  if (!row) return null;
  const claimed = await claimAttempt(ctx.db, {
    table: 'provider_callbacks',
    id,
    attempts: row.attempts,
    pause_ms: pauseAfter_ms(POLLING, row.attempts + 1),
  });
  return claimed && { ...row, attempts: claimed.attempts };
}

async function finish(ctx: Context, { id }: CallbackRow): Promise<void> {
  await StoredCallback.query(ctx.db).where({ id }).patch({ handled_at: systemNow(), next_attempt_at: null });
}

async function retryLater(ctx: Context, { id, payment_id, attempts }: CallbackRow): Promise<void> {
  if (attempts >= MAX_ATTEMPTS) {
    await StoredCallback.query(ctx.db).where({ id }).patch({ next_attempt_at: null });
    ctx.log.error({ payment_id }, 'gave up on a callback; a person must find out what it was about');
    return;
  }
  await ctx.jobs.enqueue(
    'handle-callback',
    { callback_id: id },
    { delay_ms: pauseAfter_ms(POLLING, attempts), job_id: `callback-${id}-${attempts}` },
  );
}

/** Enqueues the callbacks whose job was lost. */
export function sweepCallbacks(ctx: Context): Promise<number> {
  return sweepOverdue(ctx, {
    table: 'provider_callbacks',
    id_column: 'id',
    payload_field: 'callback_id',
    due_column: 'next_attempt_at',
    job: 'handle-callback',
  });
}

/** Asks the provider about a payment that a callback spoke of: what the provider answers counts, not what the callback said. */
import { realIn, realNow } from '../../../core/clock.ts';
import type { Context } from '../../platform/context.ts';
import { nextPollDelay_s } from '../payment.rules.ts';
import { loadPayment } from '../payment.ts';
import { isOutOfReach } from '../providers/provider-configs.ts';
import { syncPayment } from '../sync-payment.ts';

/** A callback is overdue, so its job lost, when it is this late. */
const OVERDUE_AFTER_MS = 5_000;
/** Overdue callbacks that one sweep takes up. */
const MAX_OVERDUE = 1_000;
/** Attempts over about five hours; then the poller, or a person, has had its chance. */
const MAX_ATTEMPTS = 12;

interface CallbackRow {
  id: string;
  payment_id: string;
  claims_paid: boolean;
  attempts: number;
}

/** Makes the attempt that is due now, if one is. */
export async function handleCallback(ctx: Context, callback_id: string): Promise<void> {
  const callback = await claim(ctx, callback_id);
  const found = callback && (await loadPayment(ctx.db, callback.payment_id));
  if (!found) return;
  const { payment, scope } = found;
  try {
    const { status } = await syncPayment(ctx, scope, payment, 'callback');
    // A callback may be ahead of the provider's own status. No poller asks for what failed or was cancelled, so a late
    // success would be lost.
    if (callback.claims_paid && (status === 'failed' || status === 'cancelled'))
      await retryLater(ctx, callback);
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

/** Takes the attempt, and says when the next is due in case this one fails or dies. */
async function claim(ctx: Context, id: string): Promise<CallbackRow | null> {
  const row = await ctx.db<CallbackRow>('provider_callbacks').where({ id }).first();
  if (!row) return null;
  const [claimed] = await ctx
    .db('provider_callbacks')
    .where({ id, attempts: row.attempts })
    // A job may come a little before its row is due: clocks of two machines differ.
    .where('next_attempt_at', '<=', realIn(1_000))
    .update({ attempts: row.attempts + 1, next_attempt_at: realIn(delayAfter_ms(row.attempts + 1)) })
    .returning(['id', 'payment_id', 'claims_paid', 'attempts']);
  return (claimed as CallbackRow | undefined) ?? null;
}

function delayAfter_ms(attempts: number): number {
  return (nextPollDelay_s(attempts - 1, 0, 0) as number) * 1_000;
}

async function finish(ctx: Context, { id }: CallbackRow): Promise<void> {
  await ctx.db('provider_callbacks').where({ id }).update({ handled_at: realNow(), next_attempt_at: null });
}

async function retryLater(ctx: Context, { id, payment_id, attempts }: CallbackRow): Promise<void> {
  if (attempts >= MAX_ATTEMPTS) {
    await ctx.db('provider_callbacks').where({ id }).update({ next_attempt_at: null });
    ctx.log.error({ payment_id }, 'gave up on a callback; a person must find out what it was about');
    return;
  }
  await ctx.jobs.enqueue(
    'handle-callback',
    { callback_id: id },
    { delay_ms: delayAfter_ms(attempts), job_id: `callback-${id}-${attempts}` },
  );
}

/** Enqueues the callbacks whose job was lost. */
export async function sweepCallbacks(ctx: Context): Promise<number> {
  const overdue = await ctx
    .db('provider_callbacks')
    .where('next_attempt_at', '<', new Date(realNow().getTime() - OVERDUE_AFTER_MS))
    .orderBy('next_attempt_at')
    .limit(MAX_OVERDUE)
    .pluck('id');
  await Promise.all(
    overdue.map((callback_id: string) => ctx.jobs.enqueue('handle-callback', { callback_id })),
  );
  return overdue.length;
}

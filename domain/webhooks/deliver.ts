/** Makes one attempt to deliver an event. The attempt is claimed in its row first, so two jobs never make the same one. */
import { realIn, realNow } from '../../core/clock.ts';
import type { Context } from '../context.ts';
import { giveUpDeliveries, signingSecrets, type EndpointRow } from './endpoints.ts';
import { safePost } from './safe-post.ts';
import { judge, signature, type AttemptResult } from './webhook.rules.ts';

/** While an attempt is under way the row is due again only after this, in case this process dies in the middle. */
const ATTEMPT_LEASE_MS = 60_000;
/** A delivery is overdue, so its job lost, when it is this late. */
const OVERDUE_AFTER_MS = 5_000;
/** Overdue deliveries that one sweep takes up. */
const MAX_OVERDUE = 5_000;

interface Claimed {
  id: string;
  event_id: string;
  endpoint_id: string;
  attempts: number;
}

/** Makes the attempt that is due now, if one is. */
export async function deliverWebhook(ctx: Context, delivery_id: string): Promise<void> {
  const claimed = await claim(ctx, delivery_id);
  if (!claimed) return;
  const endpoint = (await ctx
    .db<EndpointRow>('webhook_endpoints')
    .where({ id: claimed.endpoint_id })
    .first()) as EndpointRow;
  const event = await ctx.db('webhook_events').where({ id: claimed.event_id }).first();
  const result = await attempt(ctx, endpoint, claimed.event_id, event.payload);
  // Our own end says nothing about the receiver.
  if (result.status_code === null && ctx.closing?.aborted) return giveBack(ctx, claimed);
  const next = await recordAttempt(ctx, claimed, result);
  if (next !== null) {
    await ctx.jobs.enqueue(
      'deliver-webhook',
      { delivery_id },
      { delay_ms: next, job_id: `deliver-${delivery_id}-${claimed.attempts}` },
    );
  }
}

async function claim(ctx: Context, id: string): Promise<Claimed | null> {
  const [claimed] = await ctx
    .db('webhook_deliveries')
    .where({ id, status: 'pending' })
    // A job may come a little before its row is due: clocks of two machines differ.
    .where('next_attempt_at', '<=', realIn(1_000))
    .update({ attempts: ctx.db.raw('attempts + 1'), next_attempt_at: realIn(ATTEMPT_LEASE_MS) })
    .returning(['id', 'event_id', 'endpoint_id', 'attempts']);
  return claimed ?? null;
}

/** The attempt does not count; whoever sweeps next finds the delivery due. */
async function giveBack(ctx: Context, { id, attempts }: Claimed): Promise<void> {
  await ctx
    .db('webhook_deliveries')
    .where({ id, attempts, status: 'pending' })
    .update({ attempts: attempts - 1, next_attempt_at: realNow() });
}

async function attempt(
  ctx: Context,
  endpoint: EndpointRow,
  event_id: string,
  body: string,
): Promise<AttemptResult> {
  const timestamp_s = Math.floor(realNow().getTime() / 1_000);
  try {
    const signatures = signingSecrets(ctx, endpoint).map((secret) =>
      signature(secret, event_id, timestamp_s, body),
    );
    const answer = await safePost(new URL(endpoint.url), {
      body,
      allow_private: ctx.allow_private_webhooks,
      signal: ctx.closing,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Ushirika-Webhooks/1.0',
        'webhook-id': event_id,
        'webhook-timestamp': String(timestamp_s),
        'webhook-signature': signatures.join(' '),
      },
    });
    const success = answer.status_code >= 200 && answer.status_code < 300;
    return {
      status_code: answer.status_code,
      error: success ? null : `answered ${answer.status_code}`,
      retry_after_ms: retryAfter_ms(answer.retry_after),
    };
  } catch (error) {
    const { message, name } = error as Error;
    return {
      status_code: null,
      error: name === 'TimeoutError' ? 'no answer in time' : message,
      retry_after_ms: null,
    };
  }
}

/** Retry-After in seconds or as a date; at most a day, so that a receiver cannot park its events for ever. */
function retryAfter_ms(header: string | null): number | null {
  if (header === null) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - realNow().getTime();
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, 86_400_000) : null;
}

/** @returns milliseconds until the next attempt, or null when there is none */
async function recordAttempt(
  ctx: Context,
  { id, endpoint_id, attempts }: Claimed,
  result: AttemptResult,
): Promise<number | null> {
  const verdict = judge(result, attempts, Math.random());
  await ctx.db.transaction(async (trx) => {
    await trx('webhook_attempts').insert({
      delivery_id: id,
      no: attempts,
      at: realNow(),
      status_code: result.status_code,
      error: result.error,
    });
    // The endpoint's row before its deliveries', as in deleting it, so that the two never wait for each other.
    if (verdict.status === 'failed' && verdict.disable) {
      await trx('webhook_endpoints').where({ id: endpoint_id }).update({ status: 'disabled' });
      await giveUpDeliveries(trx, endpoint_id);
    }
    // Unless it was given up meanwhile.
    await trx('webhook_deliveries')
      .where({ id, attempts, status: 'pending' })
      .update({
        status: verdict.status,
        next_attempt_at: verdict.status === 'pending' ? realIn(verdict.retry_in_ms) : null,
      });
  });
  return verdict.status === 'pending' ? verdict.retry_in_ms : null;
}

/** Enqueues the deliveries whose job was lost. */
export async function sweepWebhookDeliveries(ctx: Context): Promise<number> {
  const overdue = await ctx
    .db('webhook_deliveries')
    .where('status', 'pending')
    .where('next_attempt_at', '<', new Date(realNow().getTime() - OVERDUE_AFTER_MS))
    .orderBy('next_attempt_at')
    .limit(MAX_OVERDUE)
    .pluck('id');
  await Promise.all(
    overdue.map((delivery_id: string) => ctx.jobs.enqueue('deliver-webhook', { delivery_id })),
  );
  return overdue.length;
}

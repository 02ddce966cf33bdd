/** Makes one attempt to deliver an event. The attempt is claimed in its row first, so two jobs never make the same one. */
import { systemTimeIn, systemNow } from '../../core/clock.ts';
import { callUrl } from '../../core/http-client.ts';
import type { Queryable } from '../../db/connection.ts';
import type { TableQuery } from '../../db/model.ts';
import { expectOne } from '../../db/rows.ts';
import type { Context } from '../platform/context.ts';
import { sweepOverdue } from '../platform/sweep-overdue.ts';
import { WebhookAttempt } from './attempt.model.ts';
import { WebhookDelivery } from './delivery.model.ts';
import { WebhookEndpoint, type EndpointRow } from './endpoint.model.ts';
import { giveUpDeliveries, signingSecrets } from './endpoints.ts';
import { WebhookEvent } from './event.model.ts';
import { judge, signature, type AttemptResult } from './webhook.rules.ts';

/** Of one attempt, its answer included. */
const DEADLINE_MS = 20_000;
/** Of an answer only the status matters; more than this is not read. */
const MAX_ANSWER_BYTES = 16_384;
/** While an attempt is under way the row is due again only after this, in case this process dies in the middle. */
const ATTEMPT_LEASE_MS = 60_000;
/** Attempts under way at one endpoint, so that one that hangs leaves the workers to the others. */
const MAX_UNDER_WAY = 5;
/** A delivery that is due for that long is overdue at once. */
const OVERDUE_AFTER_MS = 5_000;

interface Claimed {
  id: string;
  event_id: string;
  endpoint: EndpointRow;
  attempts: number;
}

/** Makes the attempt that is due now, if one is. */
export async function deliverWebhook(ctx: Context, delivery_id: string): Promise<void> {
  const claimed = await claim(ctx, delivery_id);
  if (!claimed) return;
  const { endpoint } = claimed;
  const { payload } = expectOne(await WebhookEvent.query(ctx.db).where({ id: claimed.event_id }));
  const result = await attempt(ctx, endpoint, claimed.event_id, payload);
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
  await wakeWaiting(ctx, endpoint.id);
}

/** Null when nothing is due, or when its endpoint has enough to do: the delivery then stays due, behind all others. */
async function claim(ctx: Context, id: string): Promise<Claimed | null> {
  const due = await dueDeliveries(ctx.db).where({ id }).select('endpoint_id').first();
  if (!due) return null;
  return ctx.db.transaction(async (trx) => {
    // Locked, so that two claims at once do not both take the last place. Events can be recorded meanwhile.
    const endpoint = expectOne(
      await WebhookEndpoint.query(trx).where({ id: due.endpoint_id }).forNoKeyUpdate(),
    );
    const under_way = await WebhookDelivery.query(trx)
      .where({ endpoint_id: endpoint.id })
      .where('leased_until', '>', systemNow())
      .limit(MAX_UNDER_WAY)
      .select('id');
    const mine = dueDeliveries(trx).where({ id });
    if (under_way.length >= MAX_UNDER_WAY) {
      await mine.patch({ next_attempt_at: systemNow() });
      return null;
    }
    const lease_end = systemTimeIn(ATTEMPT_LEASE_MS);
    const claimed = await mine
      .patch({ attempts: trx.raw('attempts + 1'), next_attempt_at: lease_end, leased_until: lease_end })
      .returning(['id', 'event_id', 'attempts'])
      .first();
    return claimed ? { id, event_id: claimed.event_id, attempts: claimed.attempts, endpoint } : null;
  });
}

/** Deliveries of any scope whose attempt is due now. */
function dueDeliveries(db: Queryable): TableQuery<WebhookDelivery> {
  return (
    WebhookDelivery.query(db)
      .where('status', 'pending')
      // A job may come a little before its row is due: clocks of two machines differ.
      .where('next_attempt_at', '<=', systemTimeIn(1_000))
  );
}

/** Wakes the deliveries that found their endpoint busy; as many as there can be places, because one may be taken twice. */
async function wakeWaiting(ctx: Context, endpoint_id: string): Promise<void> {
  const waiting = await dueDeliveries(ctx.db)
    .where({ endpoint_id })
    .orderBy('next_attempt_at')
    .limit(MAX_UNDER_WAY)
    .select('id');
  await Promise.all(
    waiting.map(({ id: delivery_id }) => ctx.jobs.enqueue('deliver-webhook', { delivery_id })),
  );
}

/** The attempt does not count; the delivery is overdue at once, so that the first sweep of the next life takes it up. */
async function giveBack(ctx: Context, { id, attempts }: Claimed): Promise<void> {
  await WebhookDelivery.query(ctx.db)
    .where({ id, attempts, status: 'pending' })
    .patch({ attempts: attempts - 1, next_attempt_at: systemTimeIn(-OVERDUE_AFTER_MS), leased_until: null });
}

async function attempt(
  ctx: Context,
  endpoint: EndpointRow,
  event_id: string,
  body: string,
): Promise<AttemptResult> {
  const timestamp_s = Math.floor(systemNow().getTime() / 1_000);
  try {
    const signatures = signingSecrets(ctx, endpoint).map((secret) =>
      signature(secret, event_id, timestamp_s, body),
    );
    const { status_code, headers } = await callUrl(new URL(endpoint.url), {
      method: 'POST',
      body: { json: body },
      deadline_ms: DEADLINE_MS,
      max_answer_bytes: MAX_ANSWER_BYTES,
      larger_answers: 'cut',
      public_only: !ctx.allow_private_webhooks,
      // Receivers recognise an event by its webhook-id.
      repeatable: true,
      signal: ctx.closing,
      headers: {
        'user-agent': 'Ushirika-Webhooks/1.0',
        'webhook-id': event_id,
        'webhook-timestamp': String(timestamp_s),
        'webhook-signature': signatures.join(' '),
      },
    });
    const success = status_code >= 200 && status_code < 300;
    return {
      status_code,
      error: success ? null : `answered ${status_code}`,
      retry_after_ms: retryAfter_ms(headers['retry-after']),
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
function retryAfter_ms(header: string | undefined): number | null {
  if (header === undefined) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - systemNow().getTime();
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, 86_400_000) : null;
}

/** @returns milliseconds until the next attempt, or null when there is none */
async function recordAttempt(
  ctx: Context,
  { id, endpoint, attempts }: Claimed,
  result: AttemptResult,
): Promise<number | null> {
  const verdict = judge(result, attempts, Math.random());
  await ctx.db.transaction(async (trx) => {
    await WebhookAttempt.query(trx).insert({
      delivery_id: id,
      no: attempts,
      at: systemNow(),
      status_code: result.status_code,
      error: result.error,
    });
    // The endpoint's row before its deliveries', as in deleting it, so that the two never wait for each other.
    if (verdict.status === 'failed' && verdict.disable) {
      await WebhookEndpoint.query(trx).where({ id: endpoint.id }).patch({ status: 'disabled' });
      await giveUpDeliveries(trx, endpoint.id);
    }
    // Unless it was given up meanwhile.
    await WebhookDelivery.query(trx)
      .where({ id, attempts, status: 'pending' })
      .patch({
        status: verdict.status,
        next_attempt_at: verdict.status === 'pending' ? systemTimeIn(verdict.retry_in_ms) : null,
        leased_until: null,
      });
  });
  return verdict.status === 'pending' ? verdict.retry_in_ms : null;
}

/** Enqueues the deliveries whose job was lost. */
export function sweepWebhookDeliveries(ctx: Context): Promise<number> {
  return sweepOverdue(ctx, {
    table: 'webhook_deliveries',
    id_column: 'id',
    payload_field: 'delivery_id',
    due_column: 'next_attempt_at',
    status: 'pending',
    job: 'deliver-webhook',
  });
}

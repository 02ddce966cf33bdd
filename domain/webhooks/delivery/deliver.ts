/**
 * Delivers what is due at one endpoint, in order: takes its lease, sends for a turn, records what came of it, and plans the
 * next turn. A process that dies in the middle leaves the deliveries as they were, so they are sent again.
 */
import { batchCalls } from '../../../core/batch.ts';
import { systemNow } from '../../../core/clock.ts';
import { currentWork, newWork, requestFields, runAs } from '../../../core/work.ts';
import { expectOne } from '../../../db/rows.ts';
import type { Context } from '../../platform/context.ts';
import { disableEndpoint } from '../endpoints/disable-endpoint.ts';
import { dueBy, findDue, nextDue, type DueDelivery } from './due-deliveries.ts';
import { WebhookEndpoint, type EndpointRow } from '../endpoints/endpoint.model.ts';
import { giveUpDeliveries } from '../endpoints/endpoints.ts';
import { claimEndpoint, releaseEndpoint, type Findings, type Lease } from './lease.ts';
import { attemptRecord, recordAttempts, type AttemptRecord } from './record-attempts.ts';
import { send } from './send.ts';
import { sendInOrder, type Pace } from './send-in-order.ts';
import { hasHungTooLong, judge } from '../webhook.rules.ts';

/** A turn starts no attempt after this, so that endpoints with much to send take turns. */
const TURN_MS = 5_000;
/** Deliveries read at once; each may be 20 kB. */
const MAX_BATCH = 50;
const PACE: Pace = { max_under_way: 5, next_after_ms: 50 };
/** When an endpoint that found no place tries again. Those that hang are not urgent. */
const LIMITED_RETRY_MS = 1_000;
const HANGING_RETRY_MS = 10_000;

/** What a turn has found out so far. */
interface Turn extends Findings {
  /** The endpoint answered that it is gone. */
  gone: boolean;
}

/** Makes the attempts that are due now, if any, for one turn. */
export async function deliverWebhooks(ctx: Context, endpoint_id: string): Promise<void> {
  const lease = await claimEndpoint(ctx.db, endpoint_id);
  if (!lease) return;
  if ('limited' in lease) return tryLater(ctx, endpoint_id, lease.hanging);
  const turn: Turn = { answered: false, timed_out: false, gone: false };
  let hanging_since: Date | null = null;
  try {
    await takeTurn(ctx, lease, turn);
  } finally {
    hanging_since = await releaseEndpoint(ctx.db, lease, turn);
  }
  if (turn.gone) await disableEndpoint(ctx, endpoint_id, 'gone');
  else if (turn.timed_out && hasHungTooLong(hanging_since, systemNow()))
    await disableEndpoint(ctx, endpoint_id, 'no_answer');
  await planNextTurn(ctx, endpoint_id);
}

async function takeTurn(ctx: Context, lease: Lease, turn: Turn): Promise<void> {
  const ends_at_ms = performance.now() + TURN_MS;
  const isOver = (): boolean =>
    turn.gone || turn.timed_out || ctx.closing?.aborted === true || performance.now() > ends_at_ms;
  const record = batchCalls<AttemptRecord, void>(
    async (records) => {
      await recordAttempts(ctx.db, records);
      return records.map(() => undefined);
    },
    { max_weight: MAX_BATCH },
  );
  do {
    const due = await findDue(ctx.db, lease.endpoint_id, lease.hanging ? 1 : MAX_BATCH);
    if (due.length === 0) return;
    // After the deliveries, so that a secret that was replaced before an event signs it no more.
    const endpoint = expectOne(await WebhookEndpoint.query(ctx.db).where({ id: lease.endpoint_id }));
    if (endpoint.status !== 'enabled') {
      // What was written while it was disabled or deleted: that could not see these deliveries.
      await ctx.db.transaction((trx) => giveUpDeliveries(trx, endpoint.id));
      return;
    }
    const recorded: Promise<void>[] = [];
    await sendInOrder(
      due,
      PACE,
      async (delivery) => {
        const made = await attempt(ctx, endpoint, delivery, turn);
        if (!made) return;
        // Not waited for here: the next one starts once this one was answered. What fails is thrown below.
        const stored = record(made);
        stored.catch(() => undefined);
        recorded.push(stored);
      },
      isOver,
    );
    await Promise.all(recorded);
    // One at a time: whether it goes on is for the next turn.
  } while (!isOver() && !lease.hanging);
}

/** @returns null for an attempt that our own end cut short: it says nothing about the receiver and does not count */
async function attempt(
  ctx: Context,
  endpoint: EndpointRow,
  delivery: DueDelivery,
  turn: Turn,
): Promise<AttemptRecord | null> {
  const started = performance.now();
  const { project_id, environment } = delivery;
  const traceparent = currentWork()?.traceparent;
  const work = newWork({
    request_ids: delivery.request_ids ?? [],
    project_id,
    environment,
    // A job delivers events of several requests: the call belongs to the job's trace.
    ...(traceparent === undefined ? {} : { traceparent }),
  });
  const result = await runAs(work, () => send(ctx, endpoint, delivery));
  ctx.log.info(
    {
      ...requestFields(work),
      project_id,
      environment,
      delivery_id: delivery.id,
      event_id: delivery.event_id,
      endpoint_id: endpoint.id,
      attempt: delivery.attempts + 1,
      status: result.status_code,
      ...(result.error === null ? {} : { error: result.error }),
      duration_ms: Math.round(performance.now() - started),
    },
    'webhook delivery',
  );
  if (result.status_code === null && ctx.closing?.aborted) return null;
  const verdict = judge(result, delivery.attempts + 1, Math.random());
  turn.answered ||= result.status_code !== null;
  turn.timed_out ||= result.timed_out;
  turn.gone ||= verdict.status === 'failed' && verdict.disable;
  return attemptRecord(delivery, result, verdict);
}

/** Wakes the endpoint for what is due by now, also where this process ends, or when the next delivery is. */
async function planNextTurn(ctx: Context, endpoint_id: string): Promise<void> {
  const due_at = await nextDue(ctx.db, endpoint_id);
  if (due_at === null) return;
  if (due_at <= dueBy()) return ctx.jobs.enqueue('deliver-webhooks', { endpoint_id });
  const delay_ms = due_at.getTime() - systemNow().getTime();
  await ctx.jobs.enqueue(
    'deliver-webhooks',
    { endpoint_id },
    { delay_ms, job_id: `deliver-${endpoint_id}-${due_at.getTime()}` },
  );
}

function tryLater(ctx: Context, endpoint_id: string, hanging: boolean): Promise<void> {
  const delay_ms = hanging ? HANGING_RETRY_MS : LIMITED_RETRY_MS;
  // One of these waits at a time, however many jobs found no place.
  const at = Math.ceil(systemNow().getTime() / delay_ms);
  return ctx.jobs.enqueue(
    'deliver-webhooks',
    { endpoint_id },
    { delay_ms, job_id: `limited-${endpoint_id}-${at}` },
  );
}

/**
 * Sends the due deliveries of one endpoint in order: claims its lease, sends for one turn, records the results, and plans the
 * next turn. If the process dies meanwhile, the deliveries are still due and are sent again.
 */
import { batchCalls } from '../../../core/batch.ts';
import { systemNow } from '../../../core/clock.ts';
import { currentWork, newWork, requestFields, runAs } from '../../../core/work.ts';
import { expectOne } from '../../../db/rows.ts';
import { whileRenewed } from '../../platform/attempts.ts';
import type { Context } from '../../platform/context.ts';
import { disableEndpoint } from '../endpoints/disable-endpoint.ts';
import { dueBy, findDue, nextDue, type DueDelivery } from './due-deliveries.ts';
import { WebhookEndpoint, type EndpointRow } from '../endpoints/endpoint.model.ts';
import { abandonDeliveries } from '../endpoints/endpoints.ts';
import { claimEndpoint, releaseEndpoint, renewEndpoint, type Findings, type Lease } from './lease.ts';
import { attemptRecord, recordAttempts, type AttemptRecord } from './record-attempts.ts';
import { send } from './send.ts';
import { sendInOrder } from './send-in-order.ts';
import { classifyAttempt, hasHungTooLong } from '../webhook.rules.ts';

/** A turn starts no attempt after this, so that endpoints with much to send take turns. */
const TURN_MS = 5_000;
/** Deliveries that one statement reads; each may be 20 kB. */
const MAX_BATCH = 50;
/** Pause of an endpoint after a claim that the limits rejected. Endpoints that hang are not urgent. */
const LIMITED_RETRY_MS = 1_000;
const HANGING_RETRY_MS = 10_000;

/** What a turn has found out about the endpoint so far. */
interface Turn extends Findings {
  /** The endpoint answered that it is gone. */
  gone: boolean;
}

/** Makes the attempts that are due now, for one turn. */
export async function deliverWebhooks(ctx: Context, endpoint_id: string): Promise<void> {
  const lease = await claimEndpoint(ctx.db, endpoint_id);
  if (!lease) return;
  if ('limited' in lease) return scheduleRetry(ctx, endpoint_id, lease.hanging);
  const turn: Turn = { answered: false, timed_out: false, gone: false };
  let hanging_since: Date | null = null;
  try {
    await whileRenewed(
      () => renewEndpoint(ctx.db, lease),
      () => sendForOneTurn(ctx, lease, turn),
    );
  } finally {
    hanging_since = await releaseEndpoint(ctx.db, lease, turn);
  }
  if (turn.gone) await disableEndpoint(ctx, endpoint_id, 'gone');
  else if (turn.timed_out && hasHungTooLong(hanging_since, systemNow()))
    await disableEndpoint(ctx, endpoint_id, 'no_answer');
  await planNextTurn(ctx, endpoint_id);
}

async function sendForOneTurn(ctx: Context, lease: Lease, turn: Turn): Promise<void> {
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
    // Read after the deliveries: a secret that was replaced before an event must not sign it.
    const endpoint = expectOne(await WebhookEndpoint.query(ctx.db).where({ id: lease.endpoint_id }));
    if (endpoint.status !== 'enabled') {
      // These deliveries were written while it was disabled or deleted, which could not see them.
      await ctx.db.transaction((trx) => abandonDeliveries(trx, endpoint.id));
      return;
    }
    const recorded: Promise<void>[] = [];
    await sendInOrder(due, { ...ctx.webhook_pace, isOver }, async (delivery) => {
      const made = await attempt({ ctx, endpoint, turn }, delivery);
      if (!made) return;
      // Not awaited here: the next attempt starts once this one was answered. Errors are thrown below.
      const stored = record(made);
      stored.catch(() => undefined);
      recorded.push(stored);
    });
    await Promise.all(recorded);
    // An endpoint that hangs gets one attempt a turn.
  } while (!isOver() && !lease.hanging);
}

/** @returns null for an attempt that the end of this process cut short: it does not count */
async function attempt(
  { ctx, endpoint, turn }: { ctx: Context; endpoint: EndpointRow; turn: Turn },
  delivery: DueDelivery,
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
  const outcome = classifyAttempt(result, delivery.attempts + 1, Math.random());
  turn.answered ||= result.status_code !== null;
  turn.timed_out ||= result.timed_out;
  turn.gone ||= outcome.status === 'failed' && outcome.disable;
  return attemptRecord(delivery, result, outcome);
}

/** Enqueues the job that sends what is due by now, also when this process ends, or else at the time of the next delivery. */
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

function scheduleRetry(ctx: Context, endpoint_id: string, hanging: boolean): Promise<void> {
  const delay_ms = hanging ? HANGING_RETRY_MS : LIMITED_RETRY_MS;
  // One such job waits at a time, however many claims were rejected.
  const at = Math.ceil(systemNow().getTime() / delay_ms);
  return ctx.jobs.enqueue(
    'deliver-webhooks',
    { endpoint_id },
    { delay_ms, job_id: `limited-${endpoint_id}-${at}` },
  );
}

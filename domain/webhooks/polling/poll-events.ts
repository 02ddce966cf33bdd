/**
 * Events of polled endpoints. Each delivery gets a position when it is first seen here, and a reader continues after the
 * position that it has read. Transactions may commit in another order than they wrote their events: an event that becomes
 * visible later gets a later position, so that no reader ever misses one.
 */
import { setTimeout } from 'node:timers/promises';
import { batchCallsPer } from '../../../core/batch.ts';
import { systemNow, systemTimeIn } from '../../../core/clock.ts';
import { invalidField, notFound, refusal } from '../../../core/errors.ts';
import { SYSTEM, type Scope } from '../../../core/scope.ts';
import type { Db } from '../../../db/connection.ts';
import type { Context } from '../../platform/context.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import { WebhookDelivery } from '../delivery/delivery.model.ts';
import { WebhookEndpoint } from '../endpoints/endpoint.model.ts';
import { deleteEndpoint } from '../endpoints/endpoints.ts';
import { findEventsAfter, haveMoreEvents, numberDeliveries } from './poll-events.sql.ts';
import { WebhookPollState } from './poll-state.model.ts';

/** An endpoint that was not polled for so long is deleted. */
const KEPT_MS = 24 * 3_600_000;
/** Events of one answer; each may be 20 kB. */
const MAX_EVENTS = 100;
/** Deliveries that get their positions in one statement. */
const MAX_NUMBERED = 1_000;
/** How often a waiting request checks. */
const CHECK_EVERY_MS = 250;
/** Waiting requests that share one check. */
const MAX_WAITING = 1_000;
/** Endpoints that one job deletes; the next takes the rest. */
const MAX_DELETED = 100;

export interface PollRequest {
  /** The position up to which the reader has read; null: from the first event on. */
  after: string | null;
  /** How long to wait for an event where there is none. */
  wait_seconds: number;
  /** Aborted when nobody waits for the answer any more, or this process ends: the answer is then given immediately. */
  ended: AbortSignal;
}

export interface PolledEvents {
  events: { id: string; payload: string }[];
  /** The position to go on from. */
  next_after: string;
}

/**
 * The events after a position, oldest first; where there is none, waits for the next. No connection is held meanwhile.
 * @throws AppError NOT_FOUND; `endpoint_not_polled`; VALIDATION_ERROR for a position that this endpoint has not reached
 */
export async function pollEvents(
  { ctx, scope }: ScopedContext,
  endpoint_id: string,
  { after, wait_seconds, ended }: PollRequest,
): Promise<PolledEvents> {
  const last_position = await touch(ctx.db, scope, endpoint_id);
  // A position that is not reached yet would silently skip events.
  if (BigInt(after ?? 0) > last_position) throw invalidField('after', '"after" must be what next_after said');
  const position = { endpoint_id, after: after ?? '0' };
  const until_ms = performance.now() + wait_seconds * 1_000;
  for (;;) {
    await numberPending(ctx.db, endpoint_id);
    const events = await findEventsAfter(ctx.db, { ...position, limit: MAX_EVENTS });
    if (events.length > 0 || !(await waitForMore(ctx.db, position, { until_ms, ended })))
      return { events, next_after: events.at(-1)?.position ?? position.after };
  }
}

interface Position {
  endpoint_id: string;
  after: string;
}

/** Keeps the endpoint for another day. @returns its highest position */
async function touch(db: Db, scope: Scope, endpoint_id: string): Promise<bigint> {
  const { mode } = await WebhookEndpoint.query(db).whereNull('deleted_at').findInScope(scope, endpoint_id);
  if (mode !== 'poll') throw refusal('endpoint_not_polled');
  const [touched] = await WebhookPollState.query(db)
    .inScope(scope)
    .where({ endpoint_id })
    .where('polled_at', '>', systemTimeIn(-KEPT_MS))
    .patch({ polled_at: systemNow() })
    .returning('last_position');
  if (!touched) throw notFound('webhook endpoint');
  return touched.last_position;
}

/** Assigns positions to the visible deliveries without one: after all others, in the order of their events. */
async function numberPending(db: Db, endpoint_id: string): Promise<void> {
  const pending = await WebhookDelivery.query(db).where({ endpoint_id, status: 'pending' }).first();
  if (!pending) return;
  await db.transaction(async (trx) => {
    // The lock serialises the numbering of an endpoint: the statement after it sees all positions that are taken.
    await WebhookPollState.query(trx).where({ endpoint_id }).forNoKeyUpdate().select('endpoint_id');
    await numberDeliveries(trx, { endpoint_id, limit: MAX_NUMBERED });
  });
}

/** Waits for an event after that position. @returns whether there is one before the time is over */
async function waitForMore(
  db: Db,
  position: Position,
  { until_ms, ended }: { until_ms: number; ended: AbortSignal },
): Promise<boolean> {
  for (;;) {
    const left_ms = until_ms - performance.now();
    if (left_ms <= 0 || ended.aborted) return false;
    // All waiting requests check at the same moments, and so in one statement.
    const pause_ms = Math.min(left_ms, CHECK_EVERY_MS - (systemNow().getTime() % CHECK_EVERY_MS));
    await setTimeout(pause_ms, undefined, { signal: ended }).catch(() => undefined);
    if (ended.aborted) return false;
    if (await isThereMore(db, position)) return true;
  }
}

const isThereMore = batchCallsPer<Db, Position, boolean>(
  async (db, positions) => {
    const found = await haveMoreEvents(db, {
      endpoint_ids: positions.map(({ endpoint_id }) => endpoint_id),
      after: positions.map(({ after }) => after),
    });
    return found.map(({ more }) => more);
  },
  { max_weight: MAX_WAITING },
);

/** Deletes the endpoints that are no longer polled. @returns how many */
export async function deleteIdleEndpoints(ctx: Context): Promise<number> {
  const idle = await WebhookPollState.query(ctx.db)
    .where('polled_at', '<=', systemTimeIn(-KEPT_MS))
    .orderBy('polled_at')
    .limit(MAX_DELETED)
    .withScope();
  for (const { row, scope } of idle) await deleteEndpoint({ ctx, scope, actor: SYSTEM }, row.endpoint_id);
  return idle.length;
}

/**
 * Events for whoever asks for them. Each delivery of a polled endpoint gets a position when it is first seen here, and a
 * reader goes on from the position that it has read: transactions that commit in another order than their events were
 * written in are seen later, and get later positions, so that no event is ever behind a reader who has not had it.
 */
import { batchCallsPer } from '../../../core/batch.ts';
import { systemNow, systemTimeIn } from '../../../core/clock.ts';
import { invalidField, notFound, refusal } from '../../../core/errors.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Db } from '../../../db/connection.ts';
import type { Context } from '../../platform/context.ts';
import { WebhookDelivery } from '../delivery/delivery.model.ts';
import { WebhookEndpoint } from '../endpoints/endpoint.model.ts';
import { deleteEndpoint } from '../endpoints/endpoints.ts';
import { WebhookPollState } from './poll-state.model.ts';

/** An endpoint that nobody has polled for so long is deleted. */
const KEPT_MS = 24 * 3_600_000;
/** Events of one answer; each may be 20 kB. */
const MAX_EVENTS = 100;
/** Deliveries that get their positions at once. */
const MAX_NUMBERED = 1_000;
/** How often a request that waits has a look. */
const LOOK_EVERY_MS = 250;
/** Waiting requests that look together. */
const MAX_WAITING = 1_000;
/** Endpoints that one job deletes; the next takes the rest. */
const MAX_DELETED = 100;

export interface PollRequest {
  /** The position up to which the reader has read; null: from the first event on. */
  after: string | null;
  /** How long to wait for an event where there is none. */
  wait_seconds: number;
}

export interface PolledEvents {
  events: { id: string; payload: string }[];
  /** The position to go on from. */
  next_after: string;
}

/**
 * The events after a position, oldest first; where there is none, what comes first. No connection is held meanwhile.
 * @param ended aborted when nobody waits for the answer any more, or this process ends: it is then given at once
 * @throws AppError NOT_FOUND; `endpoint_not_polled`; VALIDATION_ERROR for a position that this endpoint has not reached
 */
export async function pollEvents(
  ctx: Context,
  scope: Scope,
  endpoint_id: string,
  { after, wait_seconds }: PollRequest,
  ended: AbortSignal,
): Promise<PolledEvents> {
  const last_position = await touch(ctx.db, scope, endpoint_id);
  // Behind it events would be passed over, without anybody noticing.
  if (BigInt(after ?? 0) > last_position) throw invalidField('after', '"after" must be what next_after said');
  const position = { endpoint_id, after: after ?? '0' };
  const until_ms = performance.now() + wait_seconds * 1_000;
  for (;;) {
    await numberPending(ctx.db, endpoint_id);
    const { rows } = await ctx.db.raw<{ rows: EventRow[] }>(AFTER, { ...position, limit: MAX_EVENTS });
    if (rows.length > 0 || !(await moreBefore(ctx.db, position, until_ms, ended)))
      return { events: rows, next_after: rows.at(-1)?.position ?? position.after };
  }
}

interface Position {
  endpoint_id: string;
  after: string;
}

interface EventRow {
  id: string;
  payload: string;
  position: string;
}

const AFTER = `
  select e.id, e.payload, d.position::text as position
  from webhook_deliveries d join webhook_events e on e.id = d.event_id
  where d.endpoint_id = :endpoint_id and d.position > :after
  order by d.position limit :limit`;

/** The endpoint stays for another day. @returns its highest position */
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

/** Gives positions to the deliveries that are visible and have none: behind all that have one, in the order of their events. */
async function numberPending(db: Db, endpoint_id: string): Promise<void> {
  const pending = await WebhookDelivery.query(db).where({ endpoint_id, status: 'pending' }).first();
  if (!pending) return;
  await db.transaction(async (trx) => {
    // One at a time, and the statement after it sees what the one before has numbered.
    await trx.raw('select from webhook_poll_states where endpoint_id = ? for no key update', [endpoint_id]);
    await trx.raw(NUMBER, { endpoint_id, limit: MAX_NUMBERED });
  });
}

// In the order of ids, as in giving up, so that the two never wait for each other.
const NUMBER = `
  with pending as materialized (
    select id from webhook_deliveries where endpoint_id = :endpoint_id and status = 'pending'
    order by id limit :limit for update
  ), numbered as (
    update webhook_deliveries d set status = 'delivered', next_attempt_at = null, position = n.position
    from (
      select p.id, s.last_position + row_number() over (order by p.id) as position
      from pending p, webhook_poll_states s where s.endpoint_id = :endpoint_id
    ) n where d.id = n.id
    returning d.position
  )
  update webhook_poll_states set last_position = greatest(last_position, (select max(position) from numbered))
  where endpoint_id = :endpoint_id`;

/** Waits for an event after that position. @returns whether there is one, before the time is over */
async function moreBefore(
  db: Db,
  position: Position,
  until_ms: number,
  ended: AbortSignal,
): Promise<boolean> {
  for (;;) {
    const left_ms = until_ms - performance.now();
    if (left_ms <= 0 || ended.aborted) return false;
    // All requests that wait have their look at the same moments, and so in one statement.
    await pause(Math.min(left_ms, LOOK_EVERY_MS - (systemNow().getTime() % LOOK_EVERY_MS)), ended);
    if (ended.aborted) return false;
    if (await isThereMore(db, position)) return true;
  }
}

function pause(ms: number, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = (): void => {
      clearTimeout(timer);
      ended.removeEventListener('abort', over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    ended.addEventListener('abort', over);
  });
}

const isThereMore = batchCallsPer<Db, Position, boolean>(
  async (db, positions) => {
    const { rows } = await db.raw<{ rows: { more: boolean }[] }>(MORE, [
      positions.map(({ endpoint_id }) => endpoint_id),
      positions.map(({ after }) => after),
    ]);
    return rows.map(({ more }) => more);
  },
  { max_weight: MAX_WAITING },
);

const MORE = `
  select coalesce(s.last_position > w.after, false) or exists (
    select from webhook_deliveries d where d.endpoint_id = w.endpoint_id and d.status = 'pending') as more
  from unnest(?::text[], ?::bigint[]) with ordinality as w(endpoint_id, after, no)
    left join webhook_poll_states s on s.endpoint_id = w.endpoint_id
  order by w.no`;

/** Deletes the endpoints that nobody polls any more. @returns how many */
export async function deleteIdleEndpoints(ctx: Context): Promise<number> {
  const idle = await WebhookPollState.query(ctx.db)
    .where('polled_at', '<=', systemTimeIn(-KEPT_MS))
    .orderBy('polled_at')
    .limit(MAX_DELETED);
  for (const { endpoint_id, project_id, environment } of idle)
    await deleteEndpoint(ctx, { project_id, environment }, endpoint_id);
  return idle.length;
}

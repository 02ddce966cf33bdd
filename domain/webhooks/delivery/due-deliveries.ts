/** Deliveries whose attempt is due, in the order in which they are sent, and the sweep that finds those whose job was lost. */
import { systemNow, systemTimeIn } from '../../../core/clock.ts';
import type { Environment } from '../../../core/scope.ts';
import type { Db } from '../../../db/connection.ts';
import { sweepBucket } from '../../../jobs/queue.ts';
import type { Context } from '../../platform/context.ts';

/** A job may come a little before its row is due: clocks of two machines differ. */
const EARLY_MS = 1_000;
/** A job that is enqueued when its delivery becomes due has run long before this. */
const OVERDUE_AFTER_MS = 5_000;
/** Endpoints that one sweep wakes; the next takes the rest. */
const MAX_SWEPT = 1_000;

/** What is due until then is due now. */
export function dueBy(): Date {
  return systemTimeIn(EARLY_MS);
}

export interface DueDelivery {
  id: string;
  event_id: string;
  /** Made so far. */
  attempts: number;
  /** When it is due, as the database writes it: exact to the microsecond. */
  due_at: string;
  payload: string;
  project_id: string;
  environment: Environment;
  /** Of the requests that caused the event; null where none did. */
  request_ids: string[] | null;
}

/** The deliveries to an endpoint that are due: the oldest first, and those of one moment in the order of their events. */
export async function findDue(db: Db, endpoint_id: string, limit: number): Promise<DueDelivery[]> {
  const { rows } = await db.raw<{ rows: DueDelivery[] }>(DUE, [endpoint_id, dueBy(), limit]);
  return rows;
}

const DUE = `
  select d.id, d.event_id, d.attempts, d.next_attempt_at::text as due_at, e.payload, e.project_id, e.environment,
    e.request_ids
  from webhook_deliveries d join webhook_events e on e.id = d.event_id
  where d.endpoint_id = ? and d.status = 'pending' and d.next_attempt_at <= ?
  order by d.next_attempt_at, d.id limit ?`;

/** When the next delivery to an endpoint is due; null when none is pending. */
export async function nextDue(db: Db, endpoint_id: string): Promise<Date | null> {
  const { rows } = await db.raw<{ rows: { at: Date | null }[] }>(NEXT_DUE, [endpoint_id]);
  return rows[0]?.at ?? null;
}

const NEXT_DUE = `
  select min(next_attempt_at) as at from webhook_deliveries where endpoint_id = ? and status = 'pending'`;

/**
 * Enqueues the jobs of endpoints whose deliveries are overdue and to which nobody sends. Endpoints go behind all others, so
 * that those whose jobs never succeed do not keep the rest from their turn.
 * @returns how many
 */
export async function sweepWebhookDeliveries(ctx: Context): Promise<number> {
  const { rows } = await ctx.db.raw<{ rows: { endpoint_id: string }[] }>(SWEEP, {
    now: systemNow(),
    overdue: systemTimeIn(-OVERDUE_AFTER_MS),
    limit: MAX_SWEPT,
  });
  await Promise.all(
    rows.map(({ endpoint_id }) =>
      ctx.jobs.enqueue(
        'deliver-webhooks',
        { endpoint_id },
        { job_id: `sweep-deliver-webhooks-${endpoint_id}-${sweepBucket()}` },
      ),
    ),
  );
  return rows.length;
}

const SWEEP = `
  update webhook_endpoint_states set swept_at = :now where endpoint_id in (
    select s.endpoint_id from webhook_endpoint_states s
    where coalesce(s.leased_until, '-infinity') <= :now and coalesce(s.swept_at, '-infinity') < :overdue
      and exists (
        select from webhook_deliveries d
        where d.endpoint_id = s.endpoint_id and d.status = 'pending' and d.next_attempt_at < :overdue)
    order by s.swept_at nulls first limit :limit for update skip locked)
  returning endpoint_id`;

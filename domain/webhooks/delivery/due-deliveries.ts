/** Deliveries that are due, in the order in which they are sent, and the sweep for those whose job was lost. */
import { systemNow, systemTimeIn } from '../../../core/clock.ts';
import type { Db } from '../../../db/connection.ts';
import type { Context } from '../../platform/context.ts';
import { findDueDeliveries, sweepEndpoints } from './deliveries.sql.ts';
import { WebhookDelivery } from './delivery.model.ts';

/** A job may run a little before its row is due: clocks of two machines differ. */
const EARLY_MS = 1_000;
/** A job that is enqueued when its delivery becomes due has run long before this. */
const OVERDUE_AFTER_MS = 5_000;
/** Endpoints that one sweep wakes; the next takes the rest. */
const MAX_SWEPT = 1_000;

/** Deliveries that are due by then are sent now. */
export function dueBy(): Date {
  return systemTimeIn(EARLY_MS);
}

export type DueDelivery = Awaited<ReturnType<typeof findDueDeliveries>>[number];

/** The deliveries to an endpoint that are due: the oldest first, and those of one moment in the order of their events. */
export function findDue(db: Db, endpoint_id: string, limit: number): Promise<DueDelivery[]> {
  return findDueDeliveries(db, { endpoint_id, due_by: dueBy(), limit });
}

/** When the next delivery to an endpoint is due; null when none is pending. */
export async function nextDue(db: Db, endpoint_id: string): Promise<Date | null> {
  const [next] = await WebhookDelivery.query(db)
    .where({ endpoint_id, status: 'pending' })
    .orderBy('next_attempt_at')
    .limit(1)
    .select('next_attempt_at');
  return next?.next_attempt_at ?? null;
}

/**
 * Enqueues the jobs of endpoints with overdue deliveries and without a sender. A swept endpoint goes to the end of the queue, so
 * that endpoints whose jobs never succeed do not block the others.
 * @returns how many
 */
export async function sweepWebhookDeliveries(ctx: Context): Promise<number> {
  const endpoints = await sweepEndpoints(ctx.db, {
    now: systemNow(),
    overdue: systemTimeIn(-OVERDUE_AFTER_MS),
    limit: MAX_SWEPT,
  });
  await Promise.all(
    endpoints.map(({ endpoint_id }) =>
      ctx.jobs.enqueue(
        'deliver-webhooks',
        { endpoint_id },
        { single_id: `sweep-deliver-webhooks-${endpoint_id}` },
      ),
    ),
  );
  return endpoints.length;
}

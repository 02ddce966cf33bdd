/** Deliveries that wait: how many are due, and the sweep for endpoints whose job was lost. */
import { CLOCK_SLACK_MS, systemNow, systemTimeIn } from '../../../core/clock.ts';
import type { Db } from '../../../db/connection.ts';
import { expectOne } from '../../../db/rows.ts';
import type { Context } from '../../platform/context.ts';
import { MAX_COUNTED, type DueWork } from '../../platform/due-rows.ts';
import { LONGEST_RETRY_MS } from '../webhook.rules.ts';
import { bringDeliveriesForward, countDue, sweepEndpoints } from './deliveries.sql.ts';
import { leaseTimes } from './lease.ts';

/** A job that is enqueued when its delivery becomes due has run long before this. */
const OVERDUE_AFTER_MS = 5_000;
/** Endpoints that one sweep wakes; the next takes the rest. */
const MAX_SWEPT = 1_000;
/** Deliveries that one sweep brings forward. */
const MAX_BROUGHT_FORWARD = 10_000;

/**
 * Enqueues the jobs of endpoints with overdue deliveries and without a sender. A swept endpoint goes to the end of the queue, so
 * that endpoints whose jobs never succeed do not block the others. A delivery that waits for longer than any may was written
 * while a clock was ahead, and is overdue.
 * @returns how many
 */
export async function sweepWebhookDeliveries(ctx: Context): Promise<number> {
  const overdue = systemTimeIn(-OVERDUE_AFTER_MS);
  await bringDeliveriesForward(ctx.db, {
    beyond: systemTimeIn(LONGEST_RETRY_MS + CLOCK_SLACK_MS),
    limit: MAX_BROUGHT_FORWARD,
  });
  const endpoints = await sweepEndpoints(ctx.db, {
    ...leaseTimes(),
    overdue,
    from_future: systemTimeIn(CLOCK_SLACK_MS),
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

export async function countDueDeliveries(db: Db): Promise<DueWork> {
  return expectOne(await countDue(db, { due_by: systemNow(), limit: MAX_COUNTED }));
}

/**
 * Forgets old webhook events with their deliveries and attempts. One that is still being delivered stays; nothing is delivered to
 * an endpoint that is disabled or deleted, also where an event was written at that moment.
 */
import { firstIdAt } from '../../core/ids.ts';
import type { Context } from '../platform/context.ts';
import { keptSince, pruneInBatches } from '../platform/prune.ts';

/** @returns how many events were deleted */
export function pruneWebhooks(ctx: Context): Promise<number> {
  return pruneInBatches(async (limit) => {
    const first_kept = firstIdAt('event', keptSince(ctx.config.keep_webhooks_days));
    const { rowCount } = await ctx.db.raw<{ rowCount: number }>(PRUNE, [first_kept, limit]);
    return rowCount;
  });
}

const IS_WAITING = `
  d.status = 'pending' and exists (select from webhook_endpoints w where w.id = d.endpoint_id and w.status = 'enabled')`;

// Deliveries are locked before they are judged, so that one that is redelivered at this moment keeps its event. An event
// that nobody wants any more has no deliveries left.
const PRUNE = `
  with old as (
    select e.id from webhook_events e
    where e.id < ? and not exists (select from webhook_deliveries d where d.event_id = e.id and ${IS_WAITING})
    order by e.id limit ? for update skip locked
  ), deliveries as materialized (
    select d.id, d.event_id, ${IS_WAITING} as is_waiting from webhook_deliveries d where d.event_id in (select id from old) for update
  ), over as (
    select id from old where not exists (select from deliveries d where d.event_id = old.id and d.is_waiting)
  ), deleted as (
    delete from webhook_deliveries where id in (select d.id from deliveries d join over on over.id = d.event_id)
    returning id
  ), attempts as (
    delete from webhook_attempts where delivery_id in (select id from deleted)
  )
  delete from webhook_events where id in (select id from over)`;

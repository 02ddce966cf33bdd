/** Forgets old webhook events with their deliveries and attempts. One that is still being delivered stays. */
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

// Deliveries are locked before they are judged, so that one that is redelivered at this moment keeps its event. An event
// that nobody wants any more has no deliveries left.
const PRUNE = `
  with old as (
    select e.id from webhook_events e
    where e.id < ? and not exists (select from webhook_deliveries d where d.event_id = e.id and d.status = 'pending')
    order by e.id limit ? for update skip locked
  ), deliveries as materialized (
    select d.id, d.event_id, d.status from webhook_deliveries d where d.event_id in (select id from old) for update
  ), over as (
    select id from old where not exists (select from deliveries d where d.event_id = old.id and d.status = 'pending')
  ), deleted as (
    delete from webhook_deliveries where id in (select d.id from deliveries d join over on over.id = d.event_id)
    returning id
  ), attempts as (
    delete from webhook_attempts where delivery_id in (select id from deleted)
  )
  delete from webhook_events where id in (select id from over)`;

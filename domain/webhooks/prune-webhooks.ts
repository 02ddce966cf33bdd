/**
 * Deletes old webhook events with their deliveries and attempts. An event that is still being delivered stays; nothing is
 * delivered to an endpoint that is disabled or deleted, also where the event was written at the same time.
 */
import { firstIdAt } from '../../core/ids.ts';
import type { Context } from '../platform/context.ts';
import { keptSince, pruneInBatches } from '../platform/prune.ts';
import { deleteOldEvents } from './prune-webhooks.sql.ts';

/** @returns how many events were deleted */
export function pruneWebhooks(ctx: Context): Promise<number> {
  return pruneInBatches((limit) => {
    const first_kept = firstIdAt('event', keptSince(ctx.config.keep_webhooks_days));
    return deleteOldEvents(ctx.db, { first_kept, limit });
  });
}

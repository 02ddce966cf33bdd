/** Forgets what payments came through, once they are over and that is long ago; the payments themselves stay. */
import { firstIdAt } from '../../../core/ids.ts';
import type { Context } from '../../platform/context.ts';
import { keptSince, pruneInBatches } from '../../platform/prune.ts';

/** @returns how many events were deleted */
export function prunePaymentEvents(ctx: Context): Promise<number> {
  return pruneInBatches(async (limit) => {
    const first_kept = firstIdAt('event', keptSince(ctx.config.keep_payment_events_days));
    const { rowCount } = await ctx.db.raw<{ rowCount: number }>(PRUNE, [first_kept, limit]);
    return rowCount;
  });
}

const PRUNE = `
  delete from payment_events where id in (
    select e.id from payment_events e join payments p on p.id = e.payment_id
    where e.id < ? and p.status in ('completed', 'failed', 'cancelled')
      and not exists (select from refunds r where r.payment_id = p.id and r.status in ('pending', 'processing'))
    order by e.id limit ? for update of e skip locked)`;

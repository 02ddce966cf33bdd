/**
 * Drops the partitions of webhook events that are old, with their deliveries and attempts. Where an event is still being delivered,
 * its partition stays, and the other old events of it are deleted row by row; nothing is delivered to an endpoint that is disabled
 * or deleted, also where the event was written at the same time.
 */
import { systemNow } from '../../core/clock.ts';
import { firstIdAt } from '../../core/ids.ts';
import type { Queryable } from '../../db/connection.ts';
import { WEBHOOK_TABLES } from '../../db/partitions/partitioned-tables.ts';
import { dropPartitions, makePartitions, partitionsOf } from '../../db/partitions/partitions.ts';
import { periodStart, type Bounds } from '../../db/partitions/periods.rules.ts';
import type { Context } from '../platform/context.ts';
import { keptSince, pruneInBatches } from '../platform/prune.ts';
import { deleteOldEvents, isDeliveryWaiting } from './prune-webhooks.sql.ts';

/** Makes the partitions of the coming weeks. @returns how many weeks were added */
export function makeWebhookPartitions({ db }: Context): Promise<number> {
  return makePartitions(db, WEBHOOK_TABLES, systemNow());
}

/** @returns how many events were deleted row by row */
export async function pruneWebhooks({ db, config, log }: Context): Promise<number> {
  const before = keptSince(config.keep_webhooks_days);
  const dropped = await dropPartitions(db, WEBHOOK_TABLES, { before, isInUse });
  if (dropped.length > 0) log.info({ partitions: dropped }, 'dropped partitions of old webhooks');
  const first_kept = firstIdAt('event', await rowsKeptSince(db, before));
  return pruneInBatches((limit) => deleteOldEvents(db, { first_kept, limit }));
}

async function isInUse(db: Queryable, { from, to }: Bounds): Promise<boolean> {
  const [row] = await isDeliveryWaiting(db, {
    first_id: from ? firstIdAt('webhook_delivery', from) : '',
    end_id: firstIdAt('webhook_delivery', to),
  });
  return row?.is_waiting ?? true;
}

/** The week that is not over stays whole, to be dropped, but the first partition is as old as the service. */
async function rowsKeptSince(db: Queryable, before: Date): Promise<Date> {
  const [oldest] = await partitionsOf(db, 'webhook_events');
  return oldest && oldest.from !== null ? periodStart(before) : before;
}

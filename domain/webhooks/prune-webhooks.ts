/**
 * Drops the partitions of webhook events that are old, with their deliveries and attempts. Where an event is still being delivered,
 * its partition stays, and the other old events of it are deleted row by row; nothing is delivered to an endpoint that is disabled
 * or deleted, also where the event was written at the same time. What waits for the sink stays, and all that is newer.
 */
import { systemNow } from '../../core/clock.ts';
import { firstIdAt, idTimestamp_ms } from '../../core/ids.ts';
import type { Db, Queryable } from '../../db/connection.ts';
import { WEBHOOK_TABLES } from '../../db/partitions/partitioned-tables.ts';
import { dropPartitions, makePartitions, partitionsOf } from '../../db/partitions/partitions.ts';
import { periodStart, type Bounds } from '../../db/partitions/periods.rules.ts';
import type { Context } from '../platform/context.ts';
import { keptSince, pruneInBatches } from '../platform/prune.ts';
import { pruneEventSecrets } from './event-secrets.ts';
import { findOldestExport } from './exports/exports.sql.ts';
import { deleteOldEvents, isDeliveryWaiting } from './prune-webhooks.sql.ts';

/** Makes the partitions of the coming weeks. @returns how many weeks were added */
export function makeWebhookPartitions({ db }: Context): Promise<number> {
  return makePartitions(db, WEBHOOK_TABLES, systemNow());
}

/** @returns how many events were deleted row by row */
export async function pruneWebhooks({ db, config, log, event_sink }: Context): Promise<number> {
  await pruneEventSecrets(db);
  const old = keptSince(config.keep_webhooks_days);
  const waiting = event_sink === null ? null : await oldestExport(db);
  const before = waiting !== null && waiting < old ? waiting : old;
  const dropped = await dropPartitions(db, WEBHOOK_TABLES, { before, isInUse });
  if (dropped.length > 0) log.info({ partitions: dropped }, 'dropped partitions of old webhooks');
  const first_kept = firstIdAt('event', await rowsKeptSince(db, before));
  return pruneInBatches((limit) => deleteOldEvents(db, { first_kept, limit }));
}

/** The moment of the oldest event that waits for the sink; null when none does. */
async function oldestExport(db: Db): Promise<Date | null> {
  const [oldest] = await findOldestExport(db, {});
  return oldest?.event_id ? new Date(idTimestamp_ms(oldest.event_id)) : null;
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

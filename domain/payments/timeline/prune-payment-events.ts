/** Deletes old events of payments that have ended; the payments themselves stay. */
import { firstIdAt } from '../../../core/ids.ts';
import type { Context } from '../../platform/context.ts';
import { keptSince, pruneInBatches } from '../../platform/prune.ts';
import { deleteEventsBefore } from './prune-payment-events.sql.ts';

/** @returns how many events were deleted */
export function prunePaymentEvents({ db, config }: Context): Promise<number> {
  return pruneInBatches((limit) =>
    deleteEventsBefore(db, {
      first_kept: firstIdAt('event', keptSince(config.keep_payment_events_days)),
      limit,
    }),
  );
}

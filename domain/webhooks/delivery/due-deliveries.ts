/** Deliveries that are due, in the order in which they are sent. */
import { systemTimeIn } from '../../../core/clock.ts';
import type { Db } from '../../../db/connection.ts';
import { findDueDeliveries } from './deliveries.sql.ts';
import { WebhookDelivery } from './delivery.model.ts';

/** A job may run a little before its row is due: clocks of two machines differ. */
const EARLY_MS = 1_000;

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

/** Records the results of attempts, many in one statement and with one row lock each. */
import { systemNow, systemTimeIn } from '../../../core/clock.ts';
import { toJson } from '../../../core/json.ts';
import type { Db } from '../../../db/connection.ts';
import type { AttemptOutcome, AttemptResult } from '../webhook.rules.ts';
import { storeAttempts } from './deliveries.sql.ts';
import type { DueDelivery } from './due-deliveries.ts';

export interface AttemptRecord {
  delivery_id: string;
  /** As it was read: a delivery that is due at another time by now was redelivered or abandoned meanwhile. */
  due_at: string;
  at: Date;
  status_code: number | null;
  error: string | null;
  status: AttemptOutcome['status'];
  next_attempt_at: Date | null;
}

/** The record of an attempt that has just ended. */
export function attemptRecord(
  { id, due_at }: DueDelivery,
  { status_code, error }: AttemptResult,
  outcome: AttemptOutcome,
): AttemptRecord {
  return {
    delivery_id: id,
    due_at,
    at: systemNow(),
    status_code,
    error,
    status: outcome.status,
    next_attempt_at: outcome.status === 'pending' ? systemTimeIn(outcome.retry_in_ms) : null,
  };
}

export async function recordAttempts(db: Db, records: AttemptRecord[]): Promise<void> {
  // In id order, as where deliveries are abandoned, which avoids deadlocks.
  const ordered = records.toSorted((a, b) => (a.delivery_id < b.delivery_id ? -1 : 1));
  await storeAttempts(db, { records: toJson(ordered) });
}

/** Records what came of attempts, many in one statement and with one row lock each. */
import { systemNow, systemTimeIn } from '../../../core/clock.ts';
import { toJson } from '../../../core/json.ts';
import type { Db } from '../../../db/connection.ts';
import type { DueDelivery } from './due-deliveries.ts';
import type { AttemptResult, Verdict } from '../webhook.rules.ts';

export interface AttemptRecord {
  delivery_id: string;
  /** As it was read: a delivery that is due at another time by now was redelivered or given up meanwhile. */
  due_at: string;
  at: Date;
  status_code: number | null;
  error: string | null;
  status: Verdict['status'];
  next_attempt_at: Date | null;
}

/** The record of an attempt that has just ended. */
export function attemptRecord(
  { id, due_at }: DueDelivery,
  { status_code, error }: AttemptResult,
  verdict: Verdict,
): AttemptRecord {
  return {
    delivery_id: id,
    due_at,
    at: systemNow(),
    status_code,
    error,
    status: verdict.status,
    next_attempt_at: verdict.status === 'pending' ? systemTimeIn(verdict.retry_in_ms) : null,
  };
}

/** Every attempt is kept; it decides about its delivery only while nobody else has. */
export async function recordAttempts(db: Db, records: AttemptRecord[]): Promise<void> {
  // In the order of ids, as in giving up, so that the two never wait for each other.
  const ordered = records.toSorted((a, b) => (a.delivery_id < b.delivery_id ? -1 : 1));
  await db.raw(RECORD, [toJson(ordered)]);
}

const RECORD = `
  with results as (
    select * from jsonb_to_recordset(?::jsonb) as r(delivery_id text, due_at timestamptz, at timestamptz,
      status_code smallint, error text, status text, next_attempt_at timestamptz)
  ), updated as (
    update webhook_deliveries d set attempts = d.attempts + 1,
      status = case when d.next_attempt_at = r.due_at then r.status else d.status end,
      next_attempt_at = case when d.next_attempt_at = r.due_at then r.next_attempt_at else d.next_attempt_at end
    from results r where d.id = r.delivery_id
    returning d.id, d.attempts
  )
  insert into webhook_attempts (delivery_id, no, at, status_code, error)
  select u.id, u.attempts, r.at, r.status_code, r.error from updated u join results r on r.delivery_id = u.id`;

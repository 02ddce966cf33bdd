/** Takes payments that are on their way one step further, all that wait together in one statement. */
import { batchCallsPer } from '../../../core/batch.ts';
import { toJson } from '../../../core/json.ts';
import type { Queryable } from '../../../db/connection.ts';
import type { newPaymentEvent } from '../timeline/payment-event.ts';
import type { PaymentRow } from '../payment.model.ts';

/** Payments that one statement moves. */
const MAX_PAYMENTS_PER_STATEMENT = 500;

export type PaymentChanges = Pick<
  PaymentRow,
  | 'status'
  | 'provider_txn_id'
  | 'next_action'
  | 'failure_code'
  | 'failure_message'
  | 'updated_at'
  | 'next_poll_at'
>;

export interface StatusChange {
  /** What the step was worked out from. */
  expected: PaymentRow;
  changes: PaymentChanges;
  event: ReturnType<typeof newPaymentEvent>;
}

/**
 * Compares and sets: the step is made when nothing has changed since the payment was read and nobody else is at it.
 * @returns null when it was not made; the caller then takes the row's lock and works it out again
 */
export const compareAndSetStatus = batchCallsPer(compareAndSetAll, {
  max_weight: MAX_PAYMENTS_PER_STATEMENT,
});

async function compareAndSetAll(db: Queryable, steps: StatusChange[]): Promise<(PaymentRow | null)[]> {
  // Of two steps of one payment only the first can be worked out from what is there.
  const first = new Map(steps.toReversed().map((step) => [step.expected.id, step]));
  const distinct = [...first.values()];
  const { rows } = await db.raw<{ rows: PaymentRow[] }>(COMPARE_AND_SET, [
    toJson(
      distinct.map(({ expected, changes }) => ({
        id: expected.id,
        seen_status: expected.status,
        seen_polls: expected.polls,
        ...changes,
      })),
    ),
    toJson(distinct.map(({ event }) => event)),
  ]);
  const moved = new Map(rows.map((row) => [row.id, row]));
  return steps.map((step) =>
    first.get(step.expected.id) === step ? (moved.get(step.expected.id) ?? null) : null,
  );
}

// Rows that are locked are skipped: a step that has to wait does so by itself, not with all the others behind it.
const COMPARE_AND_SET = `
  with steps as materialized (
    select * from jsonb_to_recordset(?::jsonb) as s(
      id text, seen_status text, seen_polls smallint, status text, provider_txn_id text, next_action jsonb,
      failure_code text, failure_message text, updated_at timestamptz, next_poll_at timestamptz)
  ), unchanged as (
    select p.id from payments p join steps s on p.id = s.id and p.status = s.seen_status and p.polls = s.seen_polls
    for update of p skip locked
  ), moved as (
    update payments p set status = s.status, provider_txn_id = s.provider_txn_id, next_action = s.next_action,
      failure_code = s.failure_code, failure_message = s.failure_message, updated_at = s.updated_at, next_poll_at = s.next_poll_at
    from unchanged join steps s using (id) where p.id = s.id
    returning p.*
  ), recorded as (
    insert into payment_events
    select e.* from jsonb_populate_recordset(null::payment_events, ?::jsonb) e join moved on moved.id = e.payment_id
  )
  select * from moved`;

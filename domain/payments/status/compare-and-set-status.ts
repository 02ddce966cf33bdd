/** Moves payments that are under way to their next status, all that wait together in one statement. */
import { batchCallsPer } from '../../../core/batch.ts';
import { toJson } from '../../../core/json.ts';
import type { Queryable } from '../../../db/connection.ts';
import type { PaymentRow } from '../payment.model.ts';
import { isProviderIdTaken } from '../providers/provider-ids.ts';
import type { PaymentEventRow } from '../timeline/payment-event.model.ts';
import { compareAndSetRows } from './compare-and-set-status.sql.ts';

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
  /** The payment as the change was computed from it. */
  expected: PaymentRow;
  changes: PaymentChanges;
  event: PaymentEventRow;
}

/**
 * Applies the change when the payment is as it was read, and no other transaction has locked it.
 * @returns null when it was not applied; the caller then locks the row and computes the change again
 */
export const compareAndSetStatus = batchCallsPer(compareAndSetAll, {
  max_weight: MAX_PAYMENTS_PER_STATEMENT,
});

async function compareAndSetAll(db: Queryable, changes: StatusChange[]): Promise<(PaymentRow | null)[]> {
  try {
    return await compareAndSetInOneStatement(db, changes);
  } catch (error) {
    // Another payment got the id at the same moment: each change is then made alone, and one of them refused.
    if (!isProviderIdTaken(error, 'provider_txn_id')) throw error;
    return changes.map(() => null);
  }
}

async function compareAndSetInOneStatement(
  db: Queryable,
  changes: StatusChange[],
): Promise<(PaymentRow | null)[]> {
  // Of two changes of one payment only the first was computed from the row as it is stored.
  const first = new Map(changes.toReversed().map((change) => [change.expected.id, change]));
  const distinct = [...first.values()];
  const rows = await compareAndSetRows(db, {
    changes: toJson(
      distinct.map(({ expected: { id, status, polls }, changes: values }) => ({
        id,
        expected_status: status,
        expected_polls: polls,
        ...values,
      })),
    ),
    events: toJson(distinct.map(({ event }) => event)),
  });
  const moved = new Map(rows.map((row) => [row.id, row]));
  return changes.map((change) =>
    first.get(change.expected.id) === change ? (moved.get(change.expected.id) ?? null) : null,
  );
}

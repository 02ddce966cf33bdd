/** Records how movements ended. */
import type { Transaction } from '../../../db/connection.ts';
import { changeBounds, releaseDailyUsage } from './limit-usage.ts';
import type { MovementRow } from './movement.model.ts';

/**
 * Records how movements that are stored ended, and releases what the refused ones had reserved; repeated, it changes nothing.
 * @returns ids of those that had not been recorded before
 */
export async function recordMovementResults(trx: Transaction, ended: MovementRow[]): Promise<Set<string>> {
  // A request and its repeat may have come together, with the same answer of the ledger.
  const distinct = [...new Map(ended.map((each) => [each.id, each])).values()];
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(RECORD_RESULTS, [
    distinct.map(({ id }) => id),
    distinct.map(({ refusal }) => refusal as string),
  ]);
  const recorded = new Set(rows.map(({ id }) => id));
  const mine = distinct.filter(({ id }) => recorded.has(id));
  await changeBounds(
    trx,
    mine.map((movement) => ({ movement, status: movement.status })),
  );
  await releaseDailyUsage(
    trx,
    mine.filter(({ status }) => status === 'refused'),
  );
  return recorded;
}

/**
 * Locks are taken in id order, which avoids deadlocks; rows are found by their ids alone, because the indexes of what is pending are full of what was a moment ago.
 */
const RECORD_RESULTS = `
  with ended as (
    select * from unnest(?::uuid[], ?::text[]) as e(id, reason)
  ), locked as materialized (
    select m.id, m.status from wallet_movements m join ended using (id) order by m.id for no key update of m
  )
  update wallet_movements m set status = case when reason is null then 'posted' else 'refused' end, refusal = reason
  from ended join locked using (id) where m.id = ended.id and locked.status = 'pending' returning m.id`;

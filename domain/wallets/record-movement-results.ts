/** Notes how movements ended. */
import type { Reason } from '../../core/errors.ts';
import type { Transaction } from '../../db/connection.ts';
import { changeBounds, releaseDailyUsage } from './limit-usage.ts';
import type { MovementRow } from './movement.ts';

export interface MovementResult {
  movement: MovementRow;
  /** null: it is posted. */
  refused: Reason | null;
}

/**
 * Notes how movements ended and gives back what the refused ones took up; repeated, it changes nothing.
 * @returns ids of those that had not been noted before
 */
export async function recordMovementResults(trx: Transaction, ended: MovementResult[]): Promise<Set<string>> {
  // A request and its repeat may have come together, with the same answer of the ledger.
  const distinct = [...new Map(ended.map((each) => [each.movement.id, each])).values()];
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(RECORD_RESULTS, [
    distinct.map(({ movement }) => movement.id),
    distinct.map(({ refused }) => refused as string),
  ]);
  const noted = new Set(rows.map(({ id }) => id));
  const mine = distinct.filter(({ movement }) => noted.has(movement.id));
  await changeBounds(
    trx,
    mine.map(({ movement, refused }) => ({ movement, status: refused ? 'refused' : 'posted' })),
  );
  await releaseDailyUsage(
    trx,
    mine.filter(({ refused }) => refused).map(({ movement }) => movement),
  );
  return noted;
}

/**
 * Locked in one order, so that two such statements never wait for each other in a circle; and found by their ids alone,
 * because the indexes of what is pending are full of what was a moment ago.
 */
const RECORD_RESULTS = `
  with ended as (
    select * from unnest(?::uuid[], ?::text[]) as e(id, reason)
  ), locked as materialized (
    select m.id, m.status from wallet_movements m join ended using (id) order by m.id for no key update of m
  )
  update wallet_movements m set status = case when reason is null then 'posted' else 'refused' end, refusal = reason
  from ended join locked using (id) where m.id = ended.id and locked.status = 'pending' returning m.id`;

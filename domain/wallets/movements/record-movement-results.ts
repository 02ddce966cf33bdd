/** Records how movements ended. */
import type { Transaction } from '../../../db/connection.ts';
import { changeBounds, releaseDailyUsage } from './limit-usage.ts';
import type { MovementRow } from './movement.model.ts';
import { recordResults } from './record-movement-results.sql.ts';

/**
 * Records how stored movements ended, and releases what the refused ones had reserved; repeated, it changes nothing.
 * @returns ids of those that had not been recorded before
 */
export async function recordMovementResults(trx: Transaction, ended: MovementRow[]): Promise<Set<string>> {
  // A request and its repeat may be in one batch, with the same answer of the ledger.
  const distinct = [...new Map(ended.map((each) => [each.id, each])).values()];
  const rows = await recordResults(trx, {
    ids: distinct.map(({ id }) => id),
    refusals: distinct.map(({ refusal }) => refusal),
  });
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

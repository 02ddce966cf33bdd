/** How many postings there are: of each status, at the same cost however many were ever booked, and due. */
import type { Db } from '../../../db/connection.ts';
import { countTransfers } from '../../ledger/index.ts';
import { countDueRows } from '../../platform/due-rows.ts';
import type { PostingStatus } from './posting.model.ts';

export const countDuePostings = countDueRows({
  table: 'postings',
  due_column: 'next_attempt_at',
  statuses: ['pending'],
});

export async function countPostings(db: Db): Promise<Record<PostingStatus, number>> {
  const rows: { status: PostingStatus; count: bigint }[] = await db('postings')
    .whereIn('status', ['pending', 'failed'])
    .groupBy('status')
    .select('status')
    .count('* as count');
  const counts = new Map(rows.map(({ status, count }) => [status, Number(count)]));
  return {
    pending: counts.get('pending') ?? 0,
    failed: counts.get('failed') ?? 0,
    // A posting is recorded as posted together with its one settlement.
    posted: await countTransfers(db, 'payment_settlement'),
  };
}

/**
 * Books completed payments into the ledger, many in one batch. A posting row is pending until its transfers are booked;
 * any step may be repeated after a crash.
 */
import { batchCallsPer } from '../../../core/batch.ts';
import { CLOCK_SLACK_MS, systemTimeIn } from '../../../core/clock.ts';
import { newWork, runAs } from '../../../core/work.ts';
import { isUnavailable } from '../../../core/errors.ts';
import type { Transaction } from '../../../db/connection.ts';
import type { Context } from '../../platform/context.ts';
import { drain } from '../../platform/drain.ts';
import { inTransaction } from '../../platform/unit.ts';
import { bookPostings } from './book-postings.ts';
import {
  bringPostingsForward,
  createMissingPostings,
  delayPostings,
  takeDuePostings,
  takePostingsOf,
  type DuePosting,
} from './posting.sql.ts';
import { recordPostings, RETRY_AFTER_MS } from './record-postings.ts';

/** Postings booked in one batch: the engine is near its best from here on, and a batch stays well under a second. */
const BATCH = 1_000;

/** Books all pending postings that are due. @returns how many were booked, also for concurrent callers */
export function postPendingPayments(ctx: Context): Promise<number> {
  return drainTogether(ctx, undefined);
}

/** One drain at a time: a second one beside it would only take connections from those who wait for its result. */
const drainTogether = batchCallsPer<Context, undefined, number>(
  async (ctx, callers) => {
    const booked = await bookAllDue(ctx);
    return callers.map(() => booked);
  },
  { max_weight: Infinity },
);

function bookAllDue(ctx: Context): Promise<number> {
  // The search goes on after the last posting: the index entries before it are dead, and as many as the queue was long.
  let last = { next_attempt_at: new Date(0), payment_id: '' };
  const take = async (trx: Transaction): Promise<DuePosting[]> => {
    const { next_attempt_at: after, payment_id: after_id } = last;
    const rows = await takeDuePostings(trx, { after, after_id, limit: BATCH });
    last = rows.at(-1) ?? last;
    return rows;
  };
  return drain(ctx, BATCH, async (inTurn) => {
    const { taken, booked } = await postBatch(ctx, (trx) => inTurn(() => take(trx)));
    return { taken, done: booked };
  });
}

/**
 * Books the posting of one payment, if it is still pending; waits while another process books it. It does not wait for other
 * pending postings, except for those that are asked for at the same time.
 */
export function postPayment(ctx: Context, payment_id: string): Promise<void> {
  return postTogether(ctx, payment_id);
}

const postTogether = batchCallsPer<Context, string, void>(
  async (ctx, payment_ids) => {
    await postBatch(ctx, (trx) => takePostingsOf(trx, { payment_ids }));
    return payment_ids.map(() => undefined);
  },
  { max_weight: BATCH },
);

/** Creates a posting for every completed payment that has none, then books all pending ones. */
export async function sweepPostings(ctx: Context): Promise<number> {
  let created: number;
  do created = await createMissingPostings(ctx.db, { limit: BATCH });
  while (created === BATCH);
  await bringPostingsForward(ctx.db, { beyond: systemTimeIn(RETRY_AFTER_MS + CLOCK_SLACK_MS) });
  return postPendingPayments(ctx);
}

/** @param take reads and locks the postings to book */
async function postBatch(
  ctx: Context,
  take: (trx: Transaction) => Promise<DuePosting[]>,
): Promise<{ taken: number; booked: number }> {
  let ids: string[] = [];
  try {
    return await inTransaction({ ctx }, async (unit) => {
      const rows = await take(unit.trx);
      ids = rows.map((row) => row.payment_id);
      if (rows.length === 0) return { taken: 0, booked: 0 };
      const request_ids = [...new Set(rows.flatMap((row) => row.request_ids ?? []))];
      const outcomes = await runAs(newWork({ request_ids }), () => bookPostings(unit, rows));
      return { taken: rows.length, booked: await recordPostings(unit, rows, outcomes) };
    });
  } catch (error) {
    if (!isUnavailable(error) || ids.length === 0) throw error;
    await delayPostings(ctx.db, { payment_ids: ids, next_attempt_at: systemTimeIn(RETRY_AFTER_MS) });
    throw error;
  }
}

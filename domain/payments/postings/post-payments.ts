/**
 * Books completed payments into the ledger, many in one batch. A posting row is pending until its transfers are booked;
 * any step may be repeated after a crash.
 */
import { batchCallsPer } from '../../../core/batch.ts';
import { systemTimeIn } from '../../../core/clock.ts';
import { newWork, runAs } from '../../../core/work.ts';
import { isUnavailable } from '../../../core/errors.ts';
import type { Transaction } from '../../../db/connection.ts';
import type { Context } from '../../platform/context.ts';
import { drain } from '../../platform/drain.ts';
import { inTransaction } from '../../platform/unit.ts';
import { bookPostings, type DuePosting } from './book-postings.ts';
import { recordPostings, RETRY_AFTER_MS } from './record-postings.ts';

/** Postings booked in one batch: the engine is near its best from here on, and a batch stays well under a second. */
const BATCH = 1_000;

/** Where a drain has got to, in the order of due postings. */
interface Progress {
  next_attempt_at: Date;
  payment_id: string;
}

/** Books all pending postings that are due. @returns how many were booked, also for others who asked at the same time */
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
  // What was taken is not looked at again: it would be the longer a walk over dead entries, the longer the queue was.
  const progress: Progress = { next_attempt_at: new Date(0), payment_id: '' };
  const take = async (trx: Transaction): Promise<DuePosting[]> => {
    // Other processes skip what this one holds; if it dies, the locks go with it.
    const { rows } = await trx.raw<{ rows: DuePosting[] }>(TAKE_DUE_POSTINGS, [
      progress.next_attempt_at,
      progress.payment_id,
      BATCH,
    ]);
    Object.assign(progress, rows.at(-1));
    return rows;
  };
  return drain(ctx, BATCH, async (inTurn) => {
    const { taken, booked } = await postBatch(ctx, (trx) => inTurn(() => take(trx)));
    return { taken, done: booked };
  });
}

/**
 * Books the posting of one payment, if it is still pending; waits where somebody else is booking it. Whatever else waits to
 * be booked, the caller waits for this one and for those that are asked for at the same time.
 */
export function postPayment(ctx: Context, payment_id: string): Promise<void> {
  return postTogether(ctx, payment_id);
}

const postTogether = batchCallsPer<Context, string, void>(
  async (ctx, payment_ids) => {
    await postBatch(ctx, async (trx) => {
      const { rows } = await trx.raw<{ rows: DuePosting[] }>(TAKE_POSTINGS_OF, [payment_ids]);
      return rows;
    });
    return payment_ids.map(() => undefined);
  },
  { max_weight: BATCH },
);

/** Gives a posting to every completed payment that has none, then books all that is pending. */
export async function sweepPostings(ctx: Context): Promise<number> {
  for (;;) {
    const { rowCount } = await ctx.db.raw(CREATE_MISSING_POSTINGS, [BATCH]);
    if (rowCount < BATCH) break;
  }
  await ctx.db.raw(BRING_FORWARD);
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
      const { trx, enqueue: enqueueAfterCommit } = unit;
      const rows = await take(trx);
      ids = rows.map((row) => row.payment_id);
      if (rows.length === 0) return { taken: 0, booked: 0 };
      const request_ids = [...new Set(rows.flatMap((row) => row.request_ids ?? []))];
      const outcomes = await runAs(newWork({ request_ids }), () => bookPostings(ctx, trx, rows));
      return {
        taken: rows.length,
        booked: await recordPostings(ctx, trx, enqueueAfterCommit, rows, outcomes),
      };
    });
  } catch (error) {
    if (!isUnavailable(error) || ids.length === 0) throw error;
    await ctx
      .db('postings')
      .whereIn('payment_id', ids)
      .where('status', 'pending')
      .update({
        attempts: ctx.db.raw('attempts + 1'),
        error: 'ledger_unavailable',
        next_attempt_at: systemTimeIn(RETRY_AFTER_MS),
      });
    throw error;
  }
}

const CREATE_MISSING_POSTINGS = `
  with missing as (
    select id from payments where status = 'completed' and not has_posting limit ? for update skip locked
  ), marked as (
    update payments p set has_posting = true from missing where p.id = missing.id
    returning p.id, p.project_id, p.environment, p.completed_at
  )
  insert into postings (payment_id, project_id, environment, created_at)
  select id, project_id, environment, completed_at from marked on conflict do nothing`;

// Nothing is put off for that long: these were put off while the system's clock was ahead.
const BRING_FORWARD = `
  update postings set next_attempt_at = now() where status = 'pending' and next_attempt_at > now() + interval '5 minutes'`;

/** @param which of the postings that are pending, and in which order they are locked */
const takePostings = (which: string): string => `
  with due as materialized (
    select payment_id, request_ids, generation, next_attempt_at from postings where status = 'pending' and ${which}
  )
  select due.*, p.project_id, p.environment, p.amount_minor, p.currency, p.split, p.credit_to, projects.test_clock_offset_ms
  from due join payments p on p.id = due.payment_id join projects on projects.id = p.project_id
  order by due.next_attempt_at, due.payment_id`;

const TAKE_DUE_POSTINGS = takePostings(`
      next_attempt_at <= now() and (next_attempt_at, payment_id) > (?, ?)
    order by next_attempt_at, payment_id limit ? for update skip locked`);

// Locked in id order, which avoids deadlocks between two such statements; a drain skips locked rows.
const TAKE_POSTINGS_OF = takePostings('payment_id = any(?) order by payment_id for update');

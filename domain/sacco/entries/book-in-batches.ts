/** Entries that a job makes by the thousand: stored and booked batch after batch. */
import pLimit from 'p-limit';
import type { Context } from '../../platform/context.ts';
import { bookBatches, type EntryBatch } from './entry-batch.ts';

/** Batches under way at a time: while others wait for the database, the next is worked out here. */
const BATCHES_AT_ONCE = 3;

export interface TakenBatch {
  /** How many were found to do: fewer than a full batch when there are no more. */
  taken: number;
  /** What was stored for them and is to be booked. */
  batches: EntryBatch[];
}

const NOTHING: TakenBatch = { taken: 0, batches: [] };

/**
 * Takes and books batches until nothing is left that nobody else has taken, or the workers close. When a batch fails no other
 * is begun, and the error is thrown once none is under way any more. Batches are taken one after the other: two that are taken
 * at once read the same rows, one of them in vain.
 * @param take stores the entries of at most `max_batch`, which nobody else takes then
 * @returns how many were taken
 */
export async function bookInBatches(
  ctx: Context,
  max_batch: number,
  take: () => Promise<TakenBatch>,
): Promise<number> {
  const inTurn = pLimit(1);
  let total = 0;
  const errors: unknown[] = [];
  const nothingAfter = (error: unknown): TakenBatch => {
    errors.push(error);
    return NOTHING;
  };
  const takeUnlessOver = async (): Promise<TakenBatch> =>
    errors.length > 0 || ctx.closing?.aborted ? NOTHING : take().catch(nothingAfter);
  const bookSome = async (): Promise<void> => {
    for (;;) {
      const { taken, batches } = await inTurn(takeUnlessOver);
      await bookBatches(ctx, batches).catch(nothingAfter);
      total += taken;
      if (taken < max_batch) return;
    }
  };
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, bookSome));
  if (errors.length > 0) throw errors[0];
  return total;
}

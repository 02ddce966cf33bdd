/** Entries that a job makes by the thousand: stored and booked batch after batch. */
import type { Context } from '../../platform/context.ts';
import { drain } from '../../platform/drain.ts';
import { bookBatches, type EntryBatch } from './entry-batch.ts';

export interface TakenBatch {
  /** How many were found to do: fewer than a full batch when there are no more. */
  taken: number;
  /** What was stored for them and is to be booked. */
  batches: EntryBatch[];
}

/**
 * Takes and books batches until nothing is left that no other process has taken, or the workers close.
 * @param take stores the entries of at most `max_batch`
 * @returns how many were taken
 */
export function bookInBatches(
  ctx: Context,
  max_batch: number,
  take: () => Promise<TakenBatch>,
): Promise<number> {
  return drain(ctx, max_batch, async (inTurn) => {
    const { taken, batches } = await inTurn(take);
    await bookBatches(ctx, batches);
    return { taken, done: taken };
  });
}

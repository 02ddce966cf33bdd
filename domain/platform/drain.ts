/** The loop of jobs that work through all rows that are due, batch after batch. */
import pLimit from 'p-limit';
import type { Context } from './context.ts';

/** Batches under way at the same time: while some wait for the database, the next is worked out here. */
const BATCHES_AT_ONCE = 3;

/** Takes rows while no other batch of the drain does: two that take at the same time read the same rows, one of them in vain. */
export type InTurn = <Rows>(take: () => Promise<Rows>) => Promise<Rows>;

export interface DrainedBatch {
  /** How many rows were found: fewer than a full batch when there are no more. */
  taken: number;
  /** How many of them count in the result of the drain. */
  done: number;
}

/** Thrown to a batch that has taken nothing yet when the drain ends. */
class DrainEnded extends Error {
  override readonly name = 'DrainEnded';
}

/**
 * Does batches until one is not full, or the workers close. When a batch fails no other takes rows, and the error is thrown once
 * no batch is under way any more.
 * @param doBatch takes at most `max_batch` rows in its turn, which no other process takes, and does their work
 * @returns how many were done
 */
export async function drain(
  { closing }: Pick<Context, 'closing'>,
  max_batch: number,
  doBatch: (inTurn: InTurn) => Promise<DrainedBatch>,
): Promise<number> {
  const errors: unknown[] = [];
  let total = 0;
  const oneAtATime = pLimit(1);
  const record = (error: unknown): void => {
    if (!(error instanceof DrainEnded)) errors.push(error);
  };
  const inTurn: InTurn = (take) =>
    oneAtATime(async () => {
      if (errors.length > 0 || closing?.aborted) throw new DrainEnded();
      // Recorded before the turn passes on.
      return take().catch((error: unknown) => {
        record(error);
        throw error;
      });
    });
  const worker = async (): Promise<void> => {
    for (;;) {
      const { taken, done } = await doBatch(inTurn);
      total += done;
      if (taken < max_batch) return;
    }
  };
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, () => worker().catch(record)));
  if (errors.length > 0) throw errors[0];
  return total;
}

/**
 * Batches of calls: each caller submits one item and gets one answer, while all waiting items are processed together. One
 * flush runs at a time, unless more are allowed; items that arrive meanwhile form the next batch. An idle system adds no
 * delay, and a busy one forms larger batches (like the group commit of databases).
 */
import { AppError } from './errors.ts';
import { currentWork, runAs, together, type Work } from './work.ts';

export interface BatchOptions<Item> {
  /** Maximum total weight of one flush. */
  max_weight: number;
  /** Weight of an item; 1 when left out. */
  weight?: (item: Item) => number;
  /** Maximum flushes at the same time; 1 when left out. */
  max_flushes?: number;
}

/** Start of each flush under way, on the process's monotonic clock. */
const began = new Set<{ at_ms: number }>();

/** Age of the oldest flush under way, in milliseconds; 0 when there is none. All calls behind it wait for it. */
export function longestFlush_ms(): number {
  const [first] = began;
  return first ? performance.now() - first.at_ms : 0;
}

interface Waiting<Item, Answer> {
  item: Item;
  /** The work on whose behalf it is called. */
  work: Work | undefined;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * @param flush answers every item, in order; an answer that is an `Error` rejects only that item's caller. When it
 *   throws, every caller of that flush gets the error.
 */
export function batchCalls<Item, Answer>(
  flush: (items: Item[]) => Promise<(Answer | Error)[]>,
  { max_weight, weight = () => 1, max_flushes = 1 }: BatchOptions<Item>,
): (item: Item) => Promise<Answer> {
  let waiting: Waiting<Item, Answer>[] = [];
  let running = 0;

  function takeBatch(): Waiting<Item, Answer>[] {
    let total = 0;
    let count = 0;
    for (const { item } of waiting) {
      total += weight(item);
      if (count > 0 && total > max_weight) break;
      count++;
    }
    const batch = waiting.slice(0, count);
    waiting = waiting.slice(count);
    return batch;
  }

  async function run(): Promise<void> {
    // Lets all calls of this turn of the event loop join the first batch.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const batch = takeBatch();
      const flushing = { at_ms: performance.now() };
      began.add(flushing);
      try {
        const items = batch.map(({ item }) => item);
        const answers = await runAs(together(batch.map(({ work }) => work)), () => flush(items));
        batch.forEach(({ resolve, reject }, i) => {
          const answer = answers[i] as Answer | Error;
          if (answer instanceof Error) reject(answer);
          else resolve(answer);
        });
      } catch (error) {
        for (const { reject } of batch) reject(error);
      } finally {
        began.delete(flushing);
      }
    }
    running--;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, work: currentWork(), resolve, reject });
      if (running === max_flushes) return;
      running++;
      void run();
    });
}

/** The same with one batch per owner, such as a connection pool: calls of different owners never share a batch. */
export function batchCallsPer<Owner extends object, Item, Answer>(
  flush: (owner: Owner, items: Item[]) => Promise<(Answer | Error)[]>,
  options: BatchOptions<Item>,
): (owner: Owner, item: Item) => Promise<Answer> {
  const byOwner = new WeakMap<Owner, (item: Item) => Promise<Answer>>();
  return (owner, item) => {
    let submit = byOwner.get(owner);
    if (!submit) {
      submit = batchCalls((items) => flush(owner, items), options);
      byOwner.set(owner, submit);
    }
    return submit(item);
  };
}

/**
 * Lets an all-or-nothing flush fail for single items only: when a batch fails, each of its items is flushed alone, so that
 * one bad item does not fail the others.
 * @param concerns_all true for errors that no item caused (database unreachable): then the whole batch fails
 */
export function retryIndividually<Item, Answer>(
  flush: (items: Item[]) => Promise<(Answer | Error)[]>,
  concerns_all: (error: unknown) => boolean,
): (items: Item[]) => Promise<(Answer | Error)[]> {
  return async (items) => {
    try {
      return await flush(items);
    } catch (error) {
      if (items.length === 1 || concerns_all(error)) throw error;
    }
    const answers: (Answer | Error)[] = [];
    for (const item of items) {
      try {
        answers.push(...(await flush([item])));
      } catch (error) {
        answers.push(error as Error);
      }
    }
    return answers;
  };
}

/** The answers that are not errors. */
export function withoutErrors<Answer>(answers: (Answer | Error)[]): Answer[] {
  return answers.flatMap((answer) => (answer instanceof Error ? [] : [answer]));
}

/** Returns an AppError as the answer of its item, so that the other items continue. @throws any other error: a defect */
export function orRefusal<Result>(work: () => Result): Result | Error {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

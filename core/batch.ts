/**
 * Coalescing: callers hand in single items and get single answers, while the work is done for everything that is
 * waiting at once. One flush runs at a time; what arrives meanwhile makes up the next one. So an idle system adds no
 * delay, and the busier it is, the larger its batches (the group commit of databases).
 */
export interface BatchOptions<Item> {
  /** Most weight that one flush takes. */
  max_weight: number;
  /** Weight of an item; 1 when left out. */
  weight?: (item: Item) => number;
}

interface Waiting<Item, Answer> {
  item: Item;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * @param flush answers every item, in order; an answer that is an `Error` rejects only that item's caller. When it
 *   throws, every caller of that flush gets the error.
 */
export function batchCalls<Item, Answer>(
  flush: (items: Item[]) => Promise<(Answer | Error)[]>,
  { max_weight, weight = () => 1 }: BatchOptions<Item>,
): (item: Item) => Promise<Answer> {
  let waiting: Waiting<Item, Answer>[] = [];
  let running = false;

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
    // Lets every caller of this turn of the event loop get into the first batch.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const batch = takeBatch();
      try {
        const answers = await flush(batch.map(({ item }) => item));
        batch.forEach(({ resolve, reject }, i) => {
          const answer = answers[i] as Answer | Error;
          if (answer instanceof Error) reject(answer);
          else resolve(answer);
        });
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running) return;
      running = true;
      void run();
    });
}

/** The same for work that belongs to something, such as a connection pool: those who name the same owner wait together. */
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
 * A flush that does all or nothing, made to fail for single items: where several fail together each is tried alone, so that
 * one that cannot be done does not fail the others.
 * @param concerns_all whether the error has nothing to do with what the items are, so that trying again is of no use
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

/** The answers that are no errors. */
export function withoutErrors<Answer>(answers: (Answer | Error)[]): Answer[] {
  return answers.flatMap((answer) => (answer instanceof Error ? [] : [answer]));
}

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
  /**
   * Whether an error of a flush may be due to one of its items. Each of them is then flushed alone, so that one bad item does
   * not fail the others. When left out, the error is the answer of all.
   */
  concernsOne?: (error: unknown) => boolean;
}

/** Answers of items, in their order; one that is an `Error` rejects only that item's caller. */
type Answers<Answer> = (Answer | Error)[];

/** What a flush begins with. */
export interface Queue<Item, Answer> {
  /** The items that wait at that moment and have room in a batch, in the order in which they came; one at least. */
  readonly waiting: () => Item[];
  /** Whether an earlier flush did not admit the first of them. */
  readonly passedOver: () => boolean;
  /**
   * Takes the batch, which the flush does once, as late as it can: items that arrive until then go along.
   * @param admits which items; when left out, all
   * @param process runs on behalf of those who submitted the items
   */
  readonly take: (
    process: (items: Item[]) => Promise<Answers<Answer>>,
    admits?: (item: Item) => boolean,
  ) => Promise<Answers<Answer>>;
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
  /** It failed together with others, and is flushed alone. */
  alone: boolean;
  /** A flush took others that came later. */
  passed_over: boolean;
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
  flush: (items: Item[]) => Promise<Answers<Answer>>,
  options: BatchOptions<Item>,
): (item: Item) => Promise<Answer> {
  return batchCallsLate(({ take }) => take(flush), options);
}

/**
 * The same for a flush that has to wait, for instance for a lock, before it can process anything: it takes its items itself. If it
 * throws before, those that came while it waited are flushed anew.
 */
export function batchCallsLate<Item, Answer>(
  flush: (queue: Queue<Item, Answer>) => Promise<Answers<Answer>>,
  { max_weight, weight = () => 1, max_flushes = 1, concernsOne = () => false }: BatchOptions<Item>,
): (item: Item) => Promise<Answer> {
  type Calls = Waiting<Item, Answer>[];
  let waiting: Calls = [];
  let running = 0;

  /** Those that fit into a batch together, and the rest. */
  function split(admits: (item: Item) => boolean): [batch: Calls, rest: Calls] {
    const batch: Calls = [];
    const rest: Calls = [];
    let total = 0;
    let isFull = false;
    for (const each of waiting) {
      if (isFull || !admits(each.item)) {
        rest.push(each);
        continue;
      }
      total += weight(each.item);
      const fits = batch.length === 0 || (total <= max_weight && !each.alone);
      (fits ? batch : rest).push(each);
      isFull = !fits || each.alone;
    }
    return [batch, rest];
  }

  function takeBatch(admits: (item: Item) => boolean): Calls {
    const [batch, rest] = split(admits);
    for (const each of rest) each.passed_over ||= !admits(each.item);
    waiting = rest;
    return batch;
  }

  async function flushOnce(): Promise<void> {
    const present = new Set(waiting.map(({ item }) => item));
    let batch: Calls | undefined;
    const queue: Queue<Item, Answer> = {
      waiting: () => split(() => true)[0].map(({ item }) => item),
      passedOver: () => waiting[0]?.passed_over === true,
      take(process, admits = () => true) {
        batch = takeBatch(admits);
        const taken = batch;
        if (taken.length === 0) return Promise.resolve([]);
        return runAs(together(taken.map(({ work }) => work)), () => process(taken.map(({ item }) => item)));
      },
    };
    try {
      const answers = await flush(queue);
      batch?.forEach(({ resolve, reject }, i) => {
        const answer = answers[i] as Answer | Error;
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
      });
    } catch (error) {
      const failed = batch ?? takeBatch((item) => present.has(item));
      if (failed.length > 1 && concernsOne(error))
        waiting = [...failed.map((each) => ({ ...each, alone: true })), ...waiting];
      else for (const { reject } of failed) reject(error);
    }
  }

  async function run(): Promise<void> {
    // Lets all calls of this turn of the event loop join the first batch.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const flushing = { at_ms: performance.now() };
      began.add(flushing);
      await flushOnce();
      began.delete(flushing);
    }
    running--;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, alone: false, passed_over: false, work: currentWork(), resolve, reject });
      if (running === max_flushes) return;
      running++;
      void run();
    });
}

/** `batchCalls` with one batch per owner, such as a connection pool: calls of different owners never share a batch. */
export function batchCallsPer<Owner extends object, Item, Answer>(
  flush: (owner: Owner, items: Item[]) => Promise<Answers<Answer>>,
  options: BatchOptions<Item>,
): (owner: Owner, item: Item) => Promise<Answer> {
  return batchCallsLatePer((owner, { take }) => take((items) => flush(owner, items)), options);
}

/** `batchCallsLate` with one batch per owner. */
export function batchCallsLatePer<Owner extends object, Item, Answer>(
  flush: (owner: Owner, queue: Queue<Item, Answer>) => Promise<Answers<Answer>>,
  options: BatchOptions<Item>,
): (owner: Owner, item: Item) => Promise<Answer> {
  const byOwner = new WeakMap<Owner, (item: Item) => Promise<Answer>>();
  return (owner, item) => {
    let submit = byOwner.get(owner);
    if (!submit) {
      submit = batchCallsLate((queue) => flush(owner, queue), options);
      byOwner.set(owner, submit);
    }
    return submit(item);
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

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { batchCalls, batchCallsLate, batchCallsPer, type Queue } from '../../core/batch.ts';

/** Lets everything that is ready run, so that callers may come in the middle of a flush. */
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

interface Item {
  id: number;
  weight: number;
}

const items = fc
  .array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 60 })
  .map((weights) => weights.map((weight, id): Item => ({ id, weight })));

describe('batches', () => {
  test('every caller gets its own answer, in order, in bounded batches, one flush at a time', async () => {
    await fc.assert(
      fc.asyncProperty(
        items,
        fc.integer({ min: 1, max: 30 }),
        fc.infiniteStream(fc.integer({ min: 0, max: 2 })),
        async (all, max_weight, pauses) => {
          const batches: Item[][] = [];
          let running = 0;
          const submit = batchCalls<Item, string>(
            async (batch) => {
              running++;
              expect(running).toBe(1);
              batches.push(batch);
              for (let turns = pauses.next().value; turns > 0; turns--) await turn();
              running--;
              return batch.map(({ id }) => `answer ${id}`);
            },
            { max_weight, weight: ({ weight }) => weight },
          );
          const answers: Promise<string>[] = [];
          for (const item of all) {
            answers.push(submit(item));
            if (pauses.next().value === 2) await turn();
          }
          expect(await Promise.all(answers)).toEqual(all.map(({ id }) => `answer ${id}`));
          expect(batches.flat()).toEqual(all);
          for (const batch of batches) {
            const total = batch.reduce((sum, { weight }) => sum + weight, 0);
            // An item heavier than a whole batch travels alone.
            expect(batch.length === 1 || total <= max_weight).toBe(true);
          }
        },
      ),
    );
  });

  test('are as full as their bound allows', async () => {
    const sizes: number[] = [];
    const submit = batchCalls<number, number>(
      async (batch) => {
        sizes.push(batch.length);
        return batch;
      },
      { max_weight: 10 },
    );
    await Promise.all(Array.from({ length: 25 }, (_, i) => submit(i)));
    expect(sizes).toEqual([10, 10, 5]);
  });

  test('who comes while one is under way is in the next', async () => {
    const batches: string[][] = [];
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const submit = batchCalls<string, string>(
      async (batch) => {
        batches.push(batch);
        if (batches.length === 1) await gate;
        return batch;
      },
      { max_weight: 100 },
    );
    const first = submit('a');
    await turn();
    await turn();
    const later = ['b', 'c', 'd'].map(submit);
    await turn();
    expect(batches).toEqual([['a']]);
    open();
    expect(await Promise.all([first, ...later])).toEqual(['a', 'b', 'c', 'd']);
    expect(batches).toEqual([['a'], ['b', 'c', 'd']]);
  });

  test('it starts again after it was idle', async () => {
    const submit = batchCalls<number, number>(async (batch) => batch.map((each) => each * 2), {
      max_weight: 5,
    });
    expect(await submit(1)).toBe(2);
    await turn();
    expect(await submit(2)).toBe(4);
  });
});

describe('faults', () => {
  test('an error as an answer rejects only its own caller', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), async (fails) => {
        const submit = batchCalls<{ fail: boolean; id: number }, number>(
          async (batch) => batch.map(({ fail, id }) => (fail ? new Error(`refused ${id}`) : id)),
          { max_weight: 7 },
        );
        const settled = await Promise.allSettled(fails.map((fail, id) => submit({ fail, id })));
        expect(
          settled.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.message)),
        ).toEqual(fails.map((fail, id) => (fail ? `refused ${id}` : id)));
      }),
      { numRuns: 50 },
    );
  });

  test('a throw rejects everyone in that flush and nobody else', async () => {
    const gone = new Error('database gone');
    let flushes = 0;
    const submit = batchCalls<number, number>(
      async (batch) => {
        if (++flushes === 2) throw gone;
        return batch;
      },
      { max_weight: 3 },
    );
    const settled = await Promise.allSettled(Array.from({ length: 9 }, (_, i) => submit(i)));
    expect(settled.map((each) => (each.status === 'fulfilled' ? each.value : each.reason))).toEqual([
      0,
      1,
      2,
      gone,
      gone,
      gone,
      6,
      7,
      8,
    ]);
  });

  test('a throw before the first await is no different', async () => {
    let flushes = 0;
    const submit = batchCalls<number, number>(
      (batch) => {
        if (++flushes === 1) throw new Error('at once');
        return Promise.resolve(batch);
      },
      { max_weight: 1 },
    );
    const [first, second] = [submit(1), submit(2)];
    await expect(first).rejects.toThrow('at once');
    expect(await second).toBe(2);
  });
});

describe('owners', () => {
  test('share no batch, and one owner has one', async () => {
    const [ours, theirs] = [{}, {}];
    const flushes: [owner: object, items: number[]][] = [];
    const submit = batchCallsPer<object, number, number>(
      async (owner, batch) => {
        flushes.push([owner, batch]);
        return batch.map((item) => item * 10);
      },
      { max_weight: 10 },
    );
    const answers = await Promise.all([
      submit(ours, 1),
      submit(theirs, 2),
      submit(ours, 3),
      submit(theirs, 4),
    ]);
    expect(answers).toEqual([10, 20, 30, 40]);
    expect(flushes).toEqual([
      [ours, [1, 3]],
      [theirs, [2, 4]],
    ]);
  });
});

describe('apart', () => {
  const bad = new Error('cannot be done');
  /** All or nothing: throws when anything in the batch is negative. */
  const flush = (batches: number[][]) => async (batch: number[]) => {
    batches.push(batch);
    if (batch.some((item) => item < 0)) throw bad;
    return batch.map((item) => (item === 0 ? new Error('refused') : item));
  };

  test('one that cannot be done harms none of the others', async () => {
    const batches: number[][] = [];
    const submit = batchCalls(flush(batches), { max_weight: 4, concernsOne: () => true });
    const settled = await Promise.allSettled([1, -2, 0, 3, 4].map(submit));
    expect(settled.map((each) => (each.status === 'fulfilled' ? each.value : each.reason))).toEqual([
      1,
      bad,
      new Error('refused'),
      3,
      4,
    ]);
    expect(batches).toEqual([[1, -2, 0, 3], [1], [-2], [0], [3], [4]]);
  });

  test('what concerns all of them is not tried again', async () => {
    const batches: number[][] = [];
    const submit = batchCalls(flush(batches), { max_weight: 4, concernsOne: (error) => error !== bad });
    const settled = await Promise.allSettled([1, -2].map(submit));
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(batches).toEqual([[1, -2]]);
  });
});

describe('a flush that has to wait', () => {
  interface Gate {
    open: () => void;
    opened: Promise<void>;
  }
  const gate = (): Gate => {
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    return { open, opened };
  };

  test('takes along what came meanwhile, up to its bound', async () => {
    const batches: number[][] = [];
    const { open, opened } = gate();
    const submit = batchCallsLate<number, number>(
      async ({ waiting, take }) => {
        if (batches.length === 0) expect(waiting()).toEqual([1]);
        await opened;
        return take((items) => {
          batches.push(items);
          return Promise.resolve(items);
        });
      },
      { max_weight: 3 },
    );
    const first = submit(1);
    await turn();
    await turn();
    const later = [2, 3, 4].map(submit);
    open();
    expect(await Promise.all([first, ...later])).toEqual([1, 2, 3, 4]);
    expect(batches).toEqual([[1, 2, 3], [4]]);
  });

  test('leaves those that it does not admit in their places', async () => {
    const batches: number[][] = [];
    const oddOrEven = ({ waiting, take }: Queue<number, number>) => {
      const [first] = waiting() as [number];
      return take(
        (items) => {
          batches.push(items);
          return Promise.resolve(items);
        },
        (item) => item % 2 === first % 2,
      );
    };
    const submit = batchCallsLate(oddOrEven, { max_weight: 2 });
    expect(await Promise.all([1, 2, 3, 4, 5, 6].map(submit))).toEqual([1, 2, 3, 4, 5, 6]);
    expect(batches).toEqual([[1, 3], [2, 4], [5], [6]]);
  });

  test('that fails before it takes any answers those that it would have taken', async () => {
    const gone = new Error('no lock');
    let flushes = 0;
    const submit = batchCallsLate<number, number>(
      ({ take }) => {
        if (++flushes === 1) throw gone;
        return take((items) => Promise.resolve(items));
      },
      { max_weight: 2 },
    );
    const settled = await Promise.allSettled([1, 2, 3].map(submit));
    expect(settled.map((each) => (each.status === 'fulfilled' ? each.value : each.reason))).toEqual([
      gone,
      gone,
      3,
    ]);
  });

  test('that fails after it took them tries each of them alone', async () => {
    const batches: number[][] = [];
    const submit = batchCallsLate<number, number>(
      async ({ take }) => {
        const answers = await take((items) => {
          batches.push(items);
          return Promise.resolve(items);
        });
        if (batches.length === 1) throw new Error('not committed');
        return answers;
      },
      { max_weight: 5, concernsOne: () => true },
    );
    expect(await Promise.all([1, 2, 3].map(submit))).toEqual([1, 2, 3]);
    expect(batches).toEqual([[1, 2, 3], [1], [2], [3]]);
  });
});

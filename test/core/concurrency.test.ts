import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { limitConcurrency, limitFairly } from '../../core/concurrency.ts';

test('so many run at once and no more, in their order, whether they succeed or fail', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }),
      async (scheduler, limit, successes) => {
        const inTurn = limitConcurrency(limit, successes.length, () => new Error('full'));
        const started: number[] = [];
        let running = 0;
        let most = 0;
        const results = successes.map((succeeds, no) =>
          inTurn(async () => {
            started.push(no);
            most = Math.max(most, ++running);
            await scheduler.schedule(Promise.resolve());
            running--;
            if (!succeeds) throw new Error(`no ${no}`);
            return no;
          }),
        );
        const settled = Promise.allSettled(results);
        await scheduler.waitFor(settled);
        expect((await settled).map(({ status }) => status === 'fulfilled')).toEqual(successes);
        expect(most).toBe(Math.min(limit, successes.length));
        expect(started).toEqual(successes.map((_each, no) => no));
      },
    ),
    { numRuns: 50 },
  );
});

test('who would wait too long is turned away, and the places are not lost', async () => {
  const inTurn = limitConcurrency(1, 1, () => new Error('full'));
  let finish = (): void => undefined;
  const first = inTurn(() => new Promise<void>((resolve) => (finish = resolve)));
  const second = inTurn(() => Promise.resolve('second'));
  await expect(inTurn(() => Promise.resolve())).rejects.toThrow('full');
  finish();
  await first;
  expect(await second).toBe('second');
  expect(await inTurn(() => Promise.resolve('third'))).toBe('third');
});

function fairly(limits: Partial<Parameters<typeof limitFairly>[0]> = {}) {
  return limitFairly({
    at_once: 2,
    max_waiting_per_caller: 50,
    max_waiting: 100,
    max_wait_ms: 2_000,
    full: () => new Error('full'),
    ...limits,
  });
}

/** Work that ends when it is told to, and what has started of it. */
function controlledWork() {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  return {
    started,
    work: (name: string) => () => {
      started.push(name);
      return new Promise<string>((resolve) => ends.push(() => resolve(name)));
    },
    endOne: async (): Promise<void> => {
      ends.shift()?.();
      await new Promise(setImmediate);
    },
  };
}

test('a caller who asks for much does not keep the others waiting', async () => {
  const inTurn = fairly();
  const { started, work, endOne } = controlledWork();
  const much = Array.from({ length: 10 }, (_each, no) => inTurn('much', work(`much ${no}`)));
  const others = ['one', 'another'].map((caller) => inTurn(caller, work(caller)));
  await new Promise(setImmediate);
  expect(started).toEqual(['much 0', 'much 1']);
  for (let ended = 0; ended < 12; ended++) await endOne();
  expect(started.slice(0, 6)).toEqual(['much 0', 'much 1', 'one', 'another', 'much 2', 'much 3']);
  expect(await Promise.all([...much, ...others])).toHaveLength(12);
});

test('beyond what may wait, of one caller and of all, work is rejected at once', async () => {
  const inTurn = fairly({ at_once: 1, max_waiting_per_caller: 2, max_waiting: 3 });
  const { started, work, endOne } = controlledWork();
  const first = inTurn('a', work('a'));
  await new Promise(setImmediate);
  const waiting = [inTurn('a', work('a')), inTurn('a', work('a'))];
  await expect(inTurn('a', work('too much of one'))).rejects.toThrow('full');
  waiting.push(inTurn('b', work('b')));
  await expect(inTurn('c', work('too much in all'))).rejects.toThrow('full');
  for (let ended = 0; ended < 4; ended++) await endOne();
  expect(await Promise.all([first, ...waiting])).toEqual(['a', 'a', 'a', 'b']);
  expect(started).toHaveLength(4);
});

test('what has waited too long is rejected, never runs, and leaves its place', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const inTurn = fairly({ at_once: 1, max_waiting: 1 });
  const { started, work, endOne } = controlledWork();
  const first = inTurn('a', work('first'));
  await new Promise(setImmediate);
  const late = inTurn('b', work('late')).catch((error: Error) => error.message);
  vi.advanceTimersByTime(1_999);
  await expect(inTurn('c', work('none'))).rejects.toThrow('full');
  vi.advanceTimersByTime(1);
  expect(await late).toBe('full');
  const next = inTurn('c', work('next'));
  await endOne();
  await endOne();
  expect(await Promise.all([first, next])).toEqual(['first', 'next']);
  expect(started).toEqual(['first', 'next']);
});

test("an error of the work is its caller's, and the next is taken", async () => {
  const inTurn = fairly({ at_once: 1 });
  const failing = inTurn('a', () => Promise.reject(new Error('own fault')));
  const next = inTurn('a', () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('own fault');
  expect(await next).toBe('done');
});

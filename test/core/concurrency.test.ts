import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limitConcurrency } from '../../core/concurrency.ts';

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

/** Batches of a job: what happens to the others when one of them fails. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Context } from '../../domain/platform/context.ts';
import { bookInBatches } from '../../domain/sacco/index.ts';

const MAX_BATCH = 5;

test('when a batch fails no other is begun, and the error comes once none is under way', async () => {
  let begun = 0;
  let finishSecond = (): void => undefined;
  const second = new Promise<void>((resolve) => {
    finishSecond = resolve;
  });
  let ended = false;
  const booked = bookInBatches({} as Context, MAX_BATCH, async () => {
    const no = ++begun;
    if (no === 1) throw new Error('the ledger does not answer');
    if (no === 2) await second;
    return { taken: no < 9 ? MAX_BATCH : 0, batches: [] };
  });
  const outcome = booked.then(
    () => 'booked',
    (error: Error) => error.message,
  );
  void outcome.then(() => (ended = true));
  for (let turn = 0; turn < 5; turn++) await nextTurn();
  expect([begun, ended]).toEqual([2, false]);
  finishSecond();
  expect(await outcome).toBe('the ledger does not answer');
  expect(begun).toBe(2);
});

test('what all batches took is counted', async () => {
  const sizes = [5, 5, 5, 2, 0];
  const take = () => Promise.resolve({ taken: sizes.shift() ?? 0, batches: [] });
  expect(await bookInBatches({} as Context, MAX_BATCH, take)).toBe(17);
});

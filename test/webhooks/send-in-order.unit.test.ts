/** The pace of deliveries to one endpoint. */
import { expect, test } from 'vitest';
import { sendInOrder } from '../../domain/webhooks/delivery/send-in-order.ts';
import { until } from '../harness/index.ts';

const PACE = { max_under_way: 3, next_after_ms: 20, isOver: () => false };

test('the next one starts once the one before was answered', async () => {
  const seen: string[] = [];
  await sendInOrder([1, 2, 3, 4], { ...PACE, next_after_ms: 60_000 }, async (item) => {
    seen.push(`start ${item}`);
    await new Promise(setImmediate);
    seen.push(`end ${item}`);
  });
  expect(seen).toEqual([1, 2, 3, 4].flatMap((item) => [`start ${item}`, `end ${item}`]));
});

test('beside those that take their time others start, in order and no more than so many', async () => {
  const started: number[] = [];
  const answer = new Map<number, () => void>();
  const sending = sendInOrder([1, 2, 3, 4, 5], PACE, (item) => {
    started.push(item);
    return new Promise((resolve) => answer.set(item, resolve));
  });
  await until('three are under way', () => started.length === 3);
  answer.get(2)?.();
  await until('a fourth starts', () => started.length === 4);
  for (const item of [1, 3, 4]) answer.get(item)?.();
  await until('the last starts', () => started.length === 5);
  answer.get(5)?.();
  await sending;
  expect(started).toEqual([1, 2, 3, 4, 5]);
});

test('none starts once it is over, and one that fails is thrown when all have ended', async () => {
  const started: number[] = [];
  let ended = 0;
  const sending = sendInOrder(
    [1, 2, 3, 4],
    { max_under_way: 3, next_after_ms: 0, isOver: () => started.length === 3 },
    async (item) => {
      started.push(item);
      await new Promise((resolve) => setTimeout(resolve, item * 10));
      ended++;
      if (item === 1) throw new Error('the first');
    },
  );
  await expect(sending).rejects.toThrow('the first');
  expect([started, ended]).toEqual([[1, 2, 3], 3]);
});

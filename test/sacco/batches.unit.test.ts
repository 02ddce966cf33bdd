/** Batches of a job: what happens to the others when one of them fails. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { MOVEMENTS } from '../../app/compose.ts';
import { newId } from '../../core/ids.ts';
import { scopeOf, SYSTEM } from '../../core/scope.ts';
import type { Context } from '../../domain/platform/context.ts';
import { bookInBatches, newEntry } from '../../domain/movements/index.ts';

const MAX_BATCH = 5;
const scope = scopeOf('prj_1', 'test', 0n);

/** A batch of one entry, which the ledger is asked about. */
function someBatch() {
  const settings = { currency: 'KES' as const, utc_offset_minutes: 0 };
  const request = {
    kind: 'deposit' as const,
    source: 'cash' as const,
    member_id: newId('member'),
    amount_minor: 1n,
  };
  return { id: 'b', entries: [{ scope, row: newEntry({ scope, actor: SYSTEM }, settings, request) }] };
}

test('when a batch cannot be taken no other is begun, and the error comes once none is under way', async () => {
  let begun = 0;
  let failLedger = (): void => undefined;
  const ledger = {
    post: () => new Promise((_resolve, reject) => (failLedger = () => reject(new Error('no answer')))),
  };
  let ended = false;
  const booked = bookInBatches(
    { ledger, movements: MOVEMENTS } as unknown as Context,
    MAX_BATCH,
    async () => {
      const no = ++begun;
      await nextTurn();
      if (no === 2) throw new Error('the database does not answer');
      return { taken: MAX_BATCH, batches: [someBatch()] };
    },
  );
  const outcome = booked.then(
    () => 'booked',
    (error: Error) => error.message,
  );
  void outcome.then(() => (ended = true));
  for (let turn = 0; turn < 9; turn++) await nextTurn();
  expect([begun, ended]).toEqual([2, false]);
  failLedger();
  expect(await outcome).toBe('the database does not answer');
  expect(begun).toBe(2);
});

test('what all batches took is counted', async () => {
  const sizes = [5, 5, 5, 2, 0];
  const take = () => Promise.resolve({ taken: sizes.shift() ?? 0, batches: [] });
  expect(await bookInBatches({} as Context, MAX_BATCH, take)).toBe(17);
});

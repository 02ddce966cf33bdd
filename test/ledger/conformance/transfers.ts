/** Transfers, chains of them, and many chains in one call. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { BookedTransfer, LedgerBackend, Transfer } from '../../../domain/ledger/backend.port.ts';
import { expectBetween } from '../../harness/moments.ts';
import {
  balances,
  capture,
  hold,
  later,
  outcomeText,
  release,
  transfer,
  type TestScope,
} from '../test-scope.ts';
import { HOUR_S, type Conformance } from './conformance.ts';

export function describeTransfers(current: () => Conformance): void {
  let ledger: LedgerBackend;
  let scope: TestScope;
  beforeEach(() => {
    ({ ledger, scope } = current());
  });

  describe('a transfer', () => {
    test('moves the amount, and is found by its id with all fields', async () => {
      const [a, b] = [await scope.open(), await scope.open('debits')];
      const given = transfer(a, b, 123_456_789_012n, { memo: 'for school fees', code: 7 });
      const before = Date.now();
      const [booked] = await scope.must(new Date(before), given);
      expect(booked).toMatchObject(given);
      await scope.expectBalances(a, { debits_posted: 123_456_789_012n });
      await scope.expectBalances(b, { credits_posted: 123_456_789_012n });
      const found = await ledger.transfers([randomUUID(), given.id]);
      expect([...found.values()]).toEqual([booked]);
      const { created_at, timestamp } = booked as BookedTransfer;
      expect(created_at.getTime()).toBeGreaterThanOrEqual(before - 1_000);
      expect(created_at.getTime()).toBeLessThan(Date.now() + 1_000);
      expect(timestamp / 1_000_000n).toBe(BigInt(created_at.getTime()));
      expect(await ledger.history(a, 10)).toEqual([
        { ...(booked as BookedTransfer), after: balances({ debits_posted: 123_456_789_012n }) },
      ]);
      expect(await ledger.history(b, 10)).toMatchObject([
        { id: given.id, after: balances({ credits_posted: 123_456_789_012n }) },
      ]);
    });

    test.each([
      ['', null],
      ['', ''],
      ['NULL', 'null'],
      ['{a,b}', '"quoted"'],
      ['back\\slash', 'it\'s \\" both'],
      ['new\nline\ttab', ' spaces '],
      ['Ñandú 🐘 ጤና', 'مرحبا'],
      ['?', '$1 :name ??'],
    ])('keeps its texts as they are: %j, %j', async (reference, memo) => {
      const [a, b] = [await scope.open(), await scope.open()];
      const given = transfer(a, b, 1n, { reference, memo });
      await scope.must(new Date(), given);
      expect((await ledger.transfers([given.id])).get(given.id)).toMatchObject({ reference, memo });
      expect(await scope.chain(given)).toBe('replayed');
      expect(await ledger.history(a, 1)).toMatchObject([{ reference, memo }]);
    });

    test('happens on the clock of its scope, which may be ahead', async () => {
      const [a, b] = [await scope.open(), await scope.open()];
      const began = Date.now();
      const ahead = later(new Date(began), 400 * 24 * HOUR_S);
      const [booked] = await scope.must(ahead, transfer(a, b, 1n));
      const { created_at, id } = booked as BookedTransfer;
      expectBetween(ahead.getTime() - 1_000, created_at, ahead.getTime() + (Date.now() - began) + 1_000);
      expect((await ledger.transfers([id])).get(id)).toEqual(booked);
      expect(await ledger.history(a, 1)).toMatchObject([{ created_at }]);
    });
  });

  describe('a chain', () => {
    test('is booked as a whole, and later members see what earlier ones did', async () => {
      const [a, b, c] = [await scope.open(), await scope.open('debits'), await scope.open('debits')];
      expect(await scope.chain(transfer(a, b, 10n), transfer(b, c, 10n), transfer(c, a, 4n))).toBe('created');
      await scope.expectBalances(b, { debits_posted: 10n, credits_posted: 10n });
      await scope.expectBalances(c, { debits_posted: 4n, credits_posted: 10n });
    });

    test.each([0, 1, 2, 3])('is refused as a whole when member %i fails', async (index) => {
      const [a, b, empty] = [await scope.open(), await scope.open(), await scope.open('debits')];
      const chain = Array.from({ length: 4 }, (_each, i) => transfer(i === index ? empty : a, b, 1n));
      expect(await scope.chain(...chain)).toBe(`exceeds_credits @${index}`);
      for (const account of [a, b, empty]) await scope.expectBalances(account, {});
      expect(await ledger.history(a, 10)).toEqual([]);
      expect(await ledger.transfers(chain.map(({ id }) => id))).toEqual(new Map());
    });

    test('names its first failure only', async () => {
      const [a, b, empty] = [await scope.open(), await scope.open(), await scope.open('debits')];
      expect(
        await scope.chain(
          transfer(a, b, 1n),
          transfer(empty, b, 1n),
          transfer(a, a, 1n),
          transfer(empty, b, 2n),
        ),
      ).toBe('exceeds_credits @1');
    });

    test('may move an amount there and back: limits hold after each transfer, not only at the end', async () => {
      const [a, b] = [await scope.open(), await scope.open('debits')];
      expect(await scope.chain(transfer(b, a, 5n), transfer(a, b, 5n))).toBe('exceeds_credits @0');
      expect(await scope.chain(transfer(a, b, 5n), transfer(b, a, 5n))).toBe('created');
    });

    test('can hold, post and void within itself', async () => {
      const [a, b] = [await scope.open(), await scope.open('debits')];
      const [first, second] = [hold(a, b, 10n, 60), hold(a, b, 20n)];
      expect(await scope.chain(first, capture(first, { amount: 4n }), second, release(second))).toBe(
        'created',
      );
      await scope.expectBalances(a, { debits_posted: 4n });
      await scope.expectBalances(b, { credits_posted: 4n });
    });

    test('that fails leaves holds unchanged', async () => {
      const [a, b, empty] = [await scope.open(), await scope.open(), await scope.open('debits')];
      const held = hold(a, b, 10n);
      await scope.must(new Date(), held);
      const inner = hold(a, b, 3n);
      expect(await scope.chain(capture(held), inner, release(inner), transfer(empty, a, 1n))).toBe(
        'exceeds_credits @3',
      );
      await scope.expectBalances(a, { debits_pending: 10n });
      expect(await scope.chain(capture(inner))).toBe('pending_transfer_not_found @0');
      expect(await scope.chain(release(held))).toBe('created');
    });

    test('that has an id twice is refused', async () => {
      const [a, b] = [await scope.open(), await scope.open()];
      const twice = transfer(a, b, 1n);
      expect(await scope.chain(twice, twice)).toBe('exists @1');
      expect(await scope.chain(twice, { ...twice, amount: 2n })).toBe('exists_with_different_amount @1');
      expect(await scope.chain(twice, transfer(a, b, 1n), { ...twice, amount: 2n })).toBe(
        'exists_with_different_amount @2',
      );
      await scope.expectBalances(a, {});
      expect(await scope.chain(twice)).toBe('created');
    });
  });

  describe('many chains in one call', () => {
    test('fail independently of each other, in order', async () => {
      const [a, b] = [await scope.open(), await scope.open('debits')];
      const outcomes = await scope.post([
        [transfer(b, a, 1n)],
        [transfer(a, b, 5n)],
        [transfer(b, a, 3n), transfer(b, a, 3n)],
        [transfer(b, a, 3n), transfer(b, a, 2n)],
        [transfer(b, a, 1n)],
        [transfer(a, a, 1n)],
        [transfer(a, b, 1n), transfer(b, a, 1n)],
      ]);
      expect(outcomes).toEqual([
        'exceeds_credits @0',
        'created',
        'exceeds_credits @1',
        'created',
        'exceeds_credits @0',
        'accounts_must_be_different @0',
        'created',
      ]);
      await scope.expectBalances(b, { debits_posted: 6n, credits_posted: 6n });
    });

    test('an id again is a repeat, or another transfer under the same id', async () => {
      const [a, b, empty] = [await scope.open(), await scope.open(), await scope.open('debits')];
      const [one, two] = [transfer(a, b, 1n), transfer(a, b, 2n)];
      const failed = transfer(empty, b, 1n);
      expect(
        await scope.post([
          [one],
          [one],
          [{ ...one, amount: 9n }],
          [one, two],
          [two],
          [failed],
          [failed],
          [{ ...failed, debit_account_id: a }],
        ]),
      ).toEqual([
        'created',
        'replayed',
        'exists_with_different_amount @0',
        'exists @0',
        'created',
        'exceeds_credits @0',
        'id_already_failed @0',
        'id_already_failed @0',
      ]);
      await scope.expectBalances(a, { debits_posted: 3n });
    });

    test('a chain that failed has no effect on those after it', async () => {
      const [a, b, empty] = [await scope.open(), await scope.open('debits'), await scope.open('debits')];
      const [held, inner] = [hold(a, b, 5n), hold(a, b, 7n)];
      await scope.must(new Date(), held);
      const fails = transfer(empty, a, 1n);
      const inChain = transfer(a, b, 9n);
      expect(
        await scope.post([
          [capture(held), inner, capture(inner), inChain, fails],
          [transfer(b, a, 1n)],
          [capture(inner)],
          [inChain],
          [release(held)],
          [inner, release(inner)],
        ]),
      ).toEqual([
        'exceeds_credits @4',
        'exceeds_credits @0',
        'pending_transfer_not_found @0',
        'created',
        'created',
        'created',
      ]);
      await scope.expectBalances(b, { credits_posted: 9n });
    });

    test('ten thousand transfers, more than one request carries, are each answered in their place', async () => {
      const [a, b, empty] = [await scope.open(), await scope.open('debits'), await scope.open('debits')];
      // Chains of 1, 2 and 3, so that no size of request ends with a chain; one in 50 fails in its last member.
      const chains: Transfer[][] = [];
      for (let total = 0, no = 0; total < 10_000; no++) {
        const chain = Array.from({ length: 1 + (no % 3) }, () => transfer(a, b, 1n));
        if (no % 50 === 49) chain.push(transfer(empty, b, 1n));
        chains.push(chain);
        total += chain.length;
      }
      const expected = chains.map((chain) =>
        chain.at(-1)?.debit_account_id === empty ? `exceeds_credits @${chain.length - 1}` : 'created',
      );
      const outcomes = await ledger.post(chains, new Date());
      expect(outcomes.map(outcomeText)).toEqual(expected);
      const booked = outcomes.flatMap((outcome) => (outcome.status === 'refused' ? [] : outcome.transfers));
      await scope.expectBalances(b, { credits_posted: BigInt(booked.length) });
      expect(booked.map(({ id }) => id)).toEqual(
        chains.filter((_chain, i) => expected[i] === 'created').flatMap((chain) => chain.map(({ id }) => id)),
      );
      const again = await ledger.post(chains, new Date());
      expect(again.map(outcomeText)).toEqual(
        expected.map((outcome, i) =>
          outcome === 'created' ? 'replayed' : `id_already_failed @${(chains[i] as Transfer[]).length - 1}`,
        ),
      );
      expect(
        again.flatMap((outcome) =>
          outcome.status === 'refused' ? [] : outcome.transfers.map(({ id }) => id),
        ),
      ).toEqual(booked.map(({ id }) => id));
      expect((await ledger.transfers(booked.map(({ id }) => id))).size).toBe(booked.length);
      await scope.expectBalances(b, { credits_posted: BigInt(booked.length) });
    });

    test('timestamps grow from each transfer to the next, also of accounts that share nothing', async () => {
      const accounts: string[] = [];
      for (let i = 0; i < 20; i++) accounts.push(await scope.open());
      const chains = Array.from({ length: 400 }, (_each, i) =>
        Array.from({ length: 1 + (i % 3) }, (_member, j) =>
          transfer(
            accounts[(2 * i + 4 * j) % 20] as string,
            accounts[(2 * i + 4 * j + 1) % 20] as string,
            1n,
          ),
        ),
      );
      const now = new Date();
      const outcomes = [
        ...(await ledger.post(chains, now)),
        ...(await ledger.post([chains[0] as Transfer[]], now)),
      ];
      expect(outcomes.pop()).toEqual(outcomes[0] && { ...outcomes[0], status: 'replayed' });
      const timestamps = outcomes.flatMap((outcome) =>
        outcome.status === 'created' ? outcome.transfers.map(({ timestamp }) => timestamp) : [],
      );
      expect(timestamps.length).toBe(chains.flat().length);
      expect(timestamps.findIndex((each, i) => i > 0 && each <= (timestamps[i - 1] as bigint))).toBe(-1);
    });
  });
}

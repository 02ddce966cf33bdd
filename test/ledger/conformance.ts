/** What ledger.md promises, of any backend. Each backend's own file runs all of it. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type {
  BookedTransfer,
  ChainOutcome,
  AccountBalances,
  LedgerBackend,
  Transfer,
  TransferError,
} from '../../domain/ledger/backend.port.ts';
import { until } from '../harness/wait.ts';
import {
  Book,
  capture,
  counters,
  EVERYTHING,
  expectSame,
  hold,
  inWords,
  later,
  release,
  transfer,
} from './book.ts';

/** Two engines on the same books, as two processes have them. */
export interface Engines {
  ledger: LedgerBackend;
  rival: LedgerBackend;
}

const HOUR_S = 3_600;

export function describeLedger(engines: () => Engines): void {
  let ledger: LedgerBackend;
  let rival: LedgerBackend;
  let book: Book;

  beforeEach(() => {
    ({ ledger, rival } = engines());
    book = new Book(ledger);
  });
  afterEach(() => book.audit());

  describe('accounts', () => {
    test('begin with nothing, and opening them again changes nothing', async () => {
      const [a, b] = [await book.open(), await book.open('debits')];
      await book.expectCounters(a, {});
      await book.chain(transfer(a, b, 5n));
      await book.open('none', a);
      await book.open('debits', b);
      await book.expectCounters(a, { debits_posted: 5n });
      await book.expectCounters(b, { credits_posted: 5n });
      expect(await book.chain(transfer(b, a, 6n))).toBe('exceeds_credits @0');
    });

    test('two engines may open the same accounts at once', async () => {
      const accounts = Array.from({ length: 600 }, () => ({
        id: randomUUID(),
        ledger: book.no * 1000 + 404,
        limit: 'none' as const,
        code: 1,
      }));
      await Promise.all([ledger.openAccounts(accounts), rival.openAccounts(accounts.toReversed())]);
      const found = await ledger.balances(
        accounts.map(({ id }) => id),
        new Date(),
      );
      expect(found.size).toBe(600);
      expect(new Set([...found.values()].map((each) => each.credits_posted))).toEqual(new Set([0n]));
    });

    test('unknown ones have no counters and no past', async () => {
      const known = await book.open();
      const nobody = randomUUID();
      expect(await ledger.balances([nobody, known], new Date())).toEqual(new Map([[known, counters({})]]));
      expect(await ledger.balances([], new Date())).toEqual(new Map());
      expect(await ledger.history(nobody, 10)).toEqual([]);
      expect(await ledger.history(known, 10)).toEqual([]);
      expect(await ledger.balancesAt(nobody, new Date())).toEqual(counters({}));
      expect(await ledger.balancesAt(known, new Date())).toEqual(counters({}));
    });

    test('nothing asked, nothing answered', async () => {
      await ledger.openAccounts([]);
      expect(await ledger.post([], new Date())).toEqual([]);
      expect(await ledger.transfers([])).toEqual(new Map());
      await ledger.ping();
    });
  });

  describe('totals', () => {
    test('are the sums by kind over all accounts of a ledger, more than one request reads, and of no other', async () => {
      const book_no = book.no * 1000 + 404;
      const many = Array.from({ length: 300 }, () => randomUUID());
      await ledger.openAccounts(many.map((id) => ({ id, ledger: book_no, limit: 'none', code: 7 })));
      for (const id of many) book.accounts.set(id, 'none');
      const [a, b] = [await book.open(), await book.open()];
      await book.post(many.map((id, i) => [transfer(a, id, BigInt(i + 1))]));
      await book.must(new Date(), transfer(many[0] as string, b, 5n), hold(b, many[1] as string, 2n));
      const foreign = [await book.openForeign(), await book.openForeign()] as const;
      await book.must(new Date(), transfer(foreign[0], foreign[1], 99n));
      const sum = (300n * 301n) / 2n;
      const totals = await ledger.totals(book_no);
      expect([...totals.keys()].toSorted((x, y) => x - y)).toEqual([1, 7]);
      expectSame(
        totals.get(7) as AccountBalances,
        counters({ credits_posted: sum, debits_posted: 5n, credits_pending: 2n }),
      );
      expectSame(
        totals.get(1) as AccountBalances,
        counters({ debits_posted: sum, credits_posted: 5n, debits_pending: 2n }),
      );
      expect(await ledger.totals(book_no + 2_000_000_000)).toEqual(new Map());
    });
  });

  describe('limits', () => {
    test('none: either side may pass the other', async () => {
      const [free, other] = [await book.open(), await book.open()];
      expect(await book.chain(transfer(free, other, 10n))).toBe('created');
      expect(await book.chain(transfer(other, free, 25n))).toBe('created');
      await book.expectCounters(free, { debits_posted: 10n, credits_posted: 25n });
    });

    test('debits: up to the credits, to the last unit', async () => {
      const other = await book.open();
      const purse = await book.purse(10n);
      expect(await book.chain(transfer(purse, other, 11n))).toBe('exceeds_credits @0');
      expect(await book.chain(transfer(purse, other, 4n))).toBe('created');
      expect(await book.chain(transfer(purse, other, 7n))).toBe('exceeds_credits @0');
      expect(await book.chain(transfer(purse, other, 6n))).toBe('created');
      expect(await book.chain(transfer(purse, other, 1n))).toBe('exceeds_credits @0');
      // Credits are not limited.
      expect(await book.chain(transfer(other, purse, 1_000_000n))).toBe('created');
      await book.expectCounters(purse, { debits_posted: 10n, credits_posted: 1_000_010n });
    });

    test('credits: the mirror', async () => {
      const [till, other] = [await book.open('credits'), await book.open()];
      expect(await book.chain(transfer(other, till, 1n))).toBe('exceeds_debits @0');
      expect(await book.chain(transfer(till, other, 10n))).toBe('created');
      expect(await book.chain(transfer(other, till, 11n))).toBe('exceeds_debits @0');
      expect(await book.chain(transfer(other, till, 10n))).toBe('created');
      expect(await book.chain(transfer(other, till, 1n))).toBe('exceeds_debits @0');
      await book.expectCounters(till, { debits_posted: 10n, credits_posted: 10n });
    });

    test('holds count on both sides, and what is on its way in does not', async () => {
      const other = await book.open();
      const purse = await book.purse(10n);
      expect(await book.chain(hold(purse, other, 7n))).toBe('created');
      expect(await book.chain(transfer(purse, other, 4n))).toBe('exceeds_credits @0');
      expect(await book.chain(hold(purse, other, 4n))).toBe('exceeds_credits @0');
      expect(await book.chain(hold(other, purse, 100n))).toBe('created');
      expect(await book.chain(transfer(purse, other, 4n))).toBe('exceeds_credits @0');
      expect(await book.chain(transfer(purse, other, 3n))).toBe('created');

      const till = await book.open('credits');
      await book.chain(transfer(till, other, 10n));
      expect(await book.chain(hold(other, till, 7n))).toBe('created');
      expect(await book.chain(transfer(other, till, 4n))).toBe('exceeds_debits @0');
      expect(await book.chain(hold(other, till, 4n))).toBe('exceeds_debits @0');
      expect(await book.chain(hold(till, other, 100n))).toBe('created');
      expect(await book.chain(transfer(other, till, 4n))).toBe('exceeds_debits @0');
      expect(await book.chain(transfer(other, till, 3n))).toBe('created');
    });
  });

  describe('a transfer', () => {
    test('moves the amount, and is found by its id with all that it was given', async () => {
      const [a, b] = [await book.open(), await book.open('debits')];
      const given = transfer(a, b, 123_456_789_012n, { memo: 'for school fees', code: 7 });
      const before = Date.now();
      const [booked] = await book.must(new Date(before), given);
      expect(booked).toMatchObject(given);
      await book.expectCounters(a, { debits_posted: 123_456_789_012n });
      await book.expectCounters(b, { credits_posted: 123_456_789_012n });
      const found = await ledger.transfers([randomUUID(), given.id]);
      expect([...found.values()]).toEqual([booked]);
      const { created_at, timestamp } = booked as BookedTransfer;
      expect(created_at.getTime()).toBeGreaterThanOrEqual(before - 1_000);
      expect(created_at.getTime()).toBeLessThan(Date.now() + 1_000);
      expect(timestamp / 1_000_000n).toBe(BigInt(created_at.getTime()));
      expect(await ledger.history(a, 10)).toEqual([
        { ...(booked as BookedTransfer), after: counters({ debits_posted: 123_456_789_012n }) },
      ]);
      expect(await ledger.history(b, 10)).toMatchObject([
        { id: given.id, after: counters({ credits_posted: 123_456_789_012n }) },
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
      const [a, b] = [await book.open(), await book.open()];
      const given = transfer(a, b, 1n, { reference, memo });
      await book.must(new Date(), given);
      expect((await ledger.transfers([given.id])).get(given.id)).toMatchObject({ reference, memo });
      expect(await book.chain(given)).toBe('replayed');
      expect(await ledger.history(a, 1)).toMatchObject([{ reference, memo }]);
    });

    test('happens on the clock of its book, which may be ahead', async () => {
      const [a, b] = [await book.open(), await book.open()];
      const ahead = later(new Date(), 400 * 24 * HOUR_S);
      const [booked] = await book.must(ahead, transfer(a, b, 1n));
      const { created_at, id } = booked as BookedTransfer;
      expect(Math.abs(created_at.getTime() - ahead.getTime())).toBeLessThan(5_000);
      expect((await ledger.transfers([id])).get(id)).toEqual(booked);
      expect(await ledger.history(a, 1)).toMatchObject([{ created_at }]);
    });
  });

  describe('a chain', () => {
    test('is booked as a whole, and later members see what earlier ones did', async () => {
      const [a, b, c] = [await book.open(), await book.open('debits'), await book.open('debits')];
      expect(await book.chain(transfer(a, b, 10n), transfer(b, c, 10n), transfer(c, a, 4n))).toBe('created');
      await book.expectCounters(b, { debits_posted: 10n, credits_posted: 10n });
      await book.expectCounters(c, { debits_posted: 4n, credits_posted: 10n });
    });

    test.each([0, 1, 2, 3])('is refused as a whole when member %i fails', async (index) => {
      const [a, b, empty] = [await book.open(), await book.open(), await book.open('debits')];
      const chain = Array.from({ length: 4 }, (_each, i) => transfer(i === index ? empty : a, b, 1n));
      expect(await book.chain(...chain)).toBe(`exceeds_credits @${index}`);
      for (const account of [a, b, empty]) await book.expectCounters(account, {});
      expect(await ledger.history(a, 10)).toEqual([]);
      expect(await ledger.transfers(chain.map(({ id }) => id))).toEqual(new Map());
    });

    test('names its first failure only', async () => {
      const [a, b, empty] = [await book.open(), await book.open(), await book.open('debits')];
      expect(
        await book.chain(
          transfer(a, b, 1n),
          transfer(empty, b, 1n),
          transfer(a, a, 1n),
          transfer(empty, b, 2n),
        ),
      ).toBe('exceeds_credits @1');
    });

    test('can give and take back within itself: only each moment counts, not the end', async () => {
      const [a, b] = [await book.open(), await book.open('debits')];
      expect(await book.chain(transfer(b, a, 5n), transfer(a, b, 5n))).toBe('exceeds_credits @0');
      expect(await book.chain(transfer(a, b, 5n), transfer(b, a, 5n))).toBe('created');
    });

    test('can hold, post and void within itself', async () => {
      const [a, b] = [await book.open(), await book.open('debits')];
      const [first, second] = [hold(a, b, 10n, 60), hold(a, b, 20n)];
      expect(await book.chain(first, capture(first, { amount: 4n }), second, release(second))).toBe(
        'created',
      );
      await book.expectCounters(a, { debits_posted: 4n });
      await book.expectCounters(b, { credits_posted: 4n });
    });

    test('that fails leaves the holds as they were', async () => {
      const [a, b, empty] = [await book.open(), await book.open(), await book.open('debits')];
      const held = hold(a, b, 10n);
      await book.must(new Date(), held);
      const inner = hold(a, b, 3n);
      expect(await book.chain(capture(held), inner, release(inner), transfer(empty, a, 1n))).toBe(
        'exceeds_credits @3',
      );
      await book.expectCounters(a, { debits_pending: 10n });
      expect(await book.chain(capture(inner))).toBe('pending_transfer_not_found @0');
      expect(await book.chain(release(held))).toBe('created');
    });

    test('may name an id twice only to be refused', async () => {
      const [a, b] = [await book.open(), await book.open()];
      const twice = transfer(a, b, 1n);
      expect(await book.chain(twice, twice)).toBe('exists @1');
      expect(await book.chain(twice, { ...twice, amount: 2n })).toBe('exists_with_different_amount @1');
      expect(await book.chain(twice, transfer(a, b, 1n), { ...twice, amount: 2n })).toBe(
        'exists_with_different_amount @2',
      );
      await book.expectCounters(a, {});
      expect(await book.chain(twice)).toBe('created');
    });
  });

  describe('many chains in one call', () => {
    test('fail independently of each other, in order', async () => {
      const [a, b] = [await book.open(), await book.open('debits')];
      const outcomes = await book.post([
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
      await book.expectCounters(b, { debits_posted: 6n, credits_posted: 6n });
    });

    test('an id again is a repeat, or another transfer under the same id', async () => {
      const [a, b, empty] = [await book.open(), await book.open(), await book.open('debits')];
      const [one, two] = [transfer(a, b, 1n), transfer(a, b, 2n)];
      const spent = transfer(empty, b, 1n);
      expect(
        await book.post([
          [one],
          [one],
          [{ ...one, amount: 9n }],
          [one, two],
          [two],
          [spent],
          [spent],
          [{ ...spent, debit_account_id: a }],
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
      await book.expectCounters(a, { debits_posted: 3n });
    });

    test('a chain that failed left no trace for those after it', async () => {
      const [a, b, empty] = [await book.open(), await book.open('debits'), await book.open('debits')];
      const [held, inner] = [hold(a, b, 5n), hold(a, b, 7n)];
      await book.must(new Date(), held);
      const fails = transfer(empty, a, 1n);
      const inChain = transfer(a, b, 9n);
      expect(
        await book.post([
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
      await book.expectCounters(b, { credits_posted: 9n });
    });

    test('ten thousand transfers, more than one request carries, are each answered in their place', async () => {
      const [a, b, empty] = [await book.open(), await book.open('debits'), await book.open('debits')];
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
      expect(outcomes.map(inWords)).toEqual(expected);
      const booked = outcomes.flatMap((outcome) => (outcome.status === 'refused' ? [] : outcome.transfers));
      await book.expectCounters(b, { credits_posted: BigInt(booked.length) });
      expect(booked.map(({ id }) => id)).toEqual(
        chains.filter((_chain, i) => expected[i] === 'created').flatMap((chain) => chain.map(({ id }) => id)),
      );
      const again = await ledger.post(chains, new Date());
      expect(again.map(inWords)).toEqual(
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
      await book.expectCounters(b, { credits_posted: BigInt(booked.length) });
    });

    test('timestamps grow from each transfer to the next, also of accounts that share nothing', async () => {
      const accounts: string[] = [];
      for (let i = 0; i < 20; i++) accounts.push(await book.open());
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

  describe('a repeat', () => {
    test('of a chain answers what was booked, and books nothing', async () => {
      const [a, b] = [await book.open(), await book.open('debits')];
      const held = hold(a, b, 7n, 60);
      const chain = [transfer(a, b, 5n, { memo: 'first' }), held, capture(held, { amount: 2n })];
      const now = new Date();
      const original = await book.must(now, ...chain);
      for (const again of [now, later(now, HOUR_S)]) {
        expect(await ledger.post([chain], again)).toEqual([{ status: 'replayed', transfers: original }]);
        expect(await rival.post([chain], again)).toEqual([{ status: 'replayed', transfers: original }]);
      }
      await book.expectCounters(b, { credits_posted: 7n });
    });

    test('is one also when the chain is cut or put together differently', async () => {
      const [a, b] = [await book.open(), await book.open()];
      const [one, two, three] = [transfer(a, b, 1n), transfer(a, b, 2n), transfer(a, b, 3n)];
      await book.must(new Date(), one, two);
      await book.must(new Date(), three);
      expect(await book.post([[one], [two], [three], [three, one], [two, one], [one, two, three]])).toEqual(
        Array.from({ length: 6 }, () => 'replayed'),
      );
      await book.expectCounters(a, { debits_posted: 6n });
    });

    test('with something new or different in the chain is refused, and the new is not booked', async () => {
      const [a, b] = [await book.open(), await book.open()];
      const [one, two] = [transfer(a, b, 1n), transfer(a, b, 2n)];
      await book.must(new Date(), one, two);
      const fresh = transfer(a, b, 3n);
      expect(await book.chain(one, fresh)).toBe('exists @0');
      expect(await book.chain(fresh, one)).toBe('exists @1');
      expect(await book.chain(one, { ...two, amount: 9n })).toBe('exists @0');
      expect(await book.chain({ ...one, amount: 9n }, two)).toBe('exists_with_different_amount @0');
      await book.expectCounters(a, { debits_posted: 3n });
      expect(await book.chain(fresh)).toBe('created');
    });

    test('works whatever has become of the books since', async () => {
      const now = new Date();
      const other = await book.open();
      const purse = await book.purse(10n, now);
      const spend = transfer(purse, other, 10n);
      const held = hold(other, purse, 5n, 60);
      await book.must(now, spend, held);
      const end = capture(held);
      await book.must(now, end);
      expect(await book.chainAt(now, spend)).toBe('replayed');
      expect(await book.chainAt(later(now, HOUR_S), held)).toBe('replayed');
      expect(await book.chainAt(later(now, HOUR_S), end)).toBe('replayed');
      expect(await book.chainAt(later(now, HOUR_S), { ...end, amount: 4n })).toBe(
        'exists_with_different_amount @0',
      );
    });

    /** Each alteration, in the order in which they are looked at. */
    const alterations = (other: string): [TransferError, (original: Transfer) => Partial<Transfer>][] => [
      ['exists_with_different_flags', ({ phase }) => ({ phase: phase === 'void' ? 'post' : 'void' })],
      ['exists_with_different_pending_id', () => ({ pending_id: randomUUID() })],
      ['exists_with_different_timeout', () => ({ timeout_s: 77 })],
      ['exists_with_different_debit_account_id', () => ({ debit_account_id: other })],
      ['exists_with_different_credit_account_id', () => ({ credit_account_id: other })],
      ['exists_with_different_amount', ({ amount }) => ({ amount: amount - 1n })],
      ['exists_with_different_user_data_128', () => ({ reference: 'another' })],
      ['exists_with_different_code', () => ({ code: 9 })],
    ];

    test.each(['plain', 'pending', 'post', 'void'] as const)(
      'that is altered is no repeat, and the first difference is named: %s',
      async (kind) => {
        const [a, b, c] = [await book.open(), await book.open(), await book.open()];
        const held = hold(a, b, 10n, 60);
        await book.must(new Date(), held);
        const original = {
          plain: transfer(a, b, 10n),
          pending: hold(a, b, 10n, 60),
          post: capture(held),
          void: release(held),
        }[kind];
        await book.must(new Date(), original);
        const table = alterations(c);
        for (const [i, [error, alter]] of table.entries()) {
          expect(await book.chain({ ...original, ...alter(original) })).toBe(`${error} @0`);
          // With all that come later.
          const more = table.slice(i).map(([, also]) => also(original));
          expect(await book.chain(Object.assign({}, original, ...more))).toBe(`${error} @0`);
        }
        expect(await book.chain({ ...original, memo: 'a memo' })).toBe(
          'exists_with_different_user_data_128 @0',
        );
        expect(await book.chain({ ...original, phase: null, pending_id: null })).toBe(
          kind === 'plain' ? 'replayed' : 'exists_with_different_flags @0',
        );
        expect(await book.chain(original)).toBe('replayed');
      },
    );
  });

  describe('a spent id', () => {
    interface Spending {
      error: TransferError;
      /** A transfer that fails so now, and what would let it pass later. */
      make: () => Promise<{ failing: Transfer; help: () => Promise<unknown> }>;
    }

    const spendings: Spending[] = [
      {
        error: 'debit_account_not_found',
        async make() {
          const [nobody, b] = [randomUUID(), await book.open()];
          return { failing: transfer(nobody, b, 1n), help: () => book.open('none', nobody) };
        },
      },
      {
        error: 'credit_account_not_found',
        async make() {
          const [nobody, b] = [randomUUID(), await book.open()];
          return { failing: transfer(b, nobody, 1n), help: () => book.open('none', nobody) };
        },
      },
      {
        error: 'pending_transfer_not_found',
        async make() {
          const held = hold(await book.open(), await book.open(), 5n);
          return { failing: capture(held), help: () => book.must(new Date(), held) };
        },
      },
      {
        error: 'exceeds_credits',
        async make() {
          const [a, b] = [await book.open('debits'), await book.open()];
          return { failing: transfer(a, b, 5n), help: () => book.must(new Date(), transfer(b, a, 5n)) };
        },
      },
      {
        error: 'exceeds_debits',
        async make() {
          const [a, b] = [await book.open(), await book.open('credits')];
          return { failing: hold(a, b, 5n), help: () => book.must(new Date(), transfer(b, a, 5n)) };
        },
      },
    ];

    test.each(spendings)('$error spends it, alone', async ({ error, make }) => {
      const { failing, help } = await make();
      expect(await book.chain(failing)).toBe(`${error} @0`);
      await help();
      expect(await book.chain(failing)).toBe('id_already_failed @0');
      expect((await rival.post([[failing]], new Date())).map(inWords)).toEqual(['id_already_failed @0']);
      // The same under a new id shows that it was the id.
      expect(await book.chain({ ...failing, id: randomUUID() })).toBe('created');
    });

    test.each(spendings)('$error spends it, also when its chain is rolled back', async ({ error, make }) => {
      const { failing, help } = await make();
      const [a, b] = [await book.open(), await book.open()];
      const [before, after] = [transfer(a, b, 1n), transfer(a, b, 2n)];
      expect(await book.chain(before, failing, after)).toBe(`${error} @1`);
      await help();
      expect(await book.chain(before, failing, after)).toBe('id_already_failed @1');
      // The others are as good as new, also for something else.
      expect(await book.chain({ ...after, debit_account_id: b, credit_account_id: a, memo: 'other' })).toBe(
        'created',
      );
      expect(await book.chain(before)).toBe('created');
      expect((await ledger.transfers([before.id, after.id])).get(after.id)).toMatchObject({ memo: 'other' });
      await book.expectCounters(a, { debits_posted: 1n, credits_posted: 2n });
    });

    test('may not be used for anything else either', async () => {
      const [a, b, empty] = [await book.open(), await book.open(), await book.open('debits')];
      const failing = transfer(empty, b, 1n);
      await book.chain(failing);
      expect(await book.chain(transfer(a, b, 1n, { id: failing.id }))).toBe('id_already_failed @0');
      expect(await book.chain(hold(a, b, 1n, 5), { ...hold(a, b, 1n), id: failing.id })).toBe(
        'id_already_failed @1',
      );
    });

    test('and a chain that the spent id breaks spends no other', async () => {
      const [a, b, empty] = [await book.open(), await book.open(), await book.open('debits')];
      const spent = transfer(empty, b, 1n);
      await book.chain(spent);
      const [other, late] = [transfer(a, b, 1n), transfer(empty, b, 1n)];
      expect(await book.chain(other, spent, late)).toBe('id_already_failed @1');
      await book.must(new Date(), transfer(a, empty, 1n));
      expect(await book.post([[other], [late]])).toEqual(['created', 'created']);
    });

    test('other failures leave the id usable, with other texts too', async () => {
      const now = new Date();
      const [a, b, foreign] = [await book.open(), await book.open(), await book.openForeign()];
      const [posted, voided, short, existing] = [
        hold(a, b, 5n),
        hold(a, b, 5n),
        hold(a, b, 5n, 60),
        transfer(a, b, 5n),
      ];
      await book.must(now, posted, voided, short, existing, capture(posted), release(voided));
      const failing: [Transfer, TransferError][] = [
        [transfer(a, a, 1n), 'accounts_must_be_different'],
        [transfer(a, b, 1n, { pending_id: short.id }), 'pending_id_must_be_zero'],
        [transfer(a, b, 1n, { timeout_s: 1 }), 'timeout_reserved_for_pending_transfer'],
        [transfer(a, foreign, 1n), 'accounts_must_have_the_same_ledger'],
        [capture(short, { pending_id: null }), 'pending_id_must_not_be_zero'],
        [capture(existing), 'pending_transfer_not_pending'],
        [capture(short, { debit_account_id: b }), 'pending_transfer_has_different_debit_account_id'],
        [capture(short, { credit_account_id: a }), 'pending_transfer_has_different_credit_account_id'],
        [capture(short, { code: 9 }), 'pending_transfer_has_different_code'],
        [capture(short, { amount: 6n }), 'exceeds_pending_transfer_amount'],
        [release(short, { amount: 4n }), 'pending_transfer_has_different_amount'],
        [capture(posted), 'pending_transfer_already_posted'],
        [capture(voided), 'pending_transfer_already_voided'],
        [capture(short), 'pending_transfer_expired'],
      ];
      const at = later(now, HOUR_S);
      expect(
        await book.post(
          failing.map(([each]) => [each]),
          at,
        ),
      ).toEqual(failing.map(([, error]) => `${error} @0`));
      const usable = failing.map(([each]) => [transfer(a, b, 1n, { id: each.id, memo: 'at last' })]);
      expect(await book.post(usable, at)).toEqual(failing.map(() => 'created'));
      const booked = await ledger.transfers(usable.flat().map((each) => each.id));
      for (const [each] of usable) expect(booked.get((each as Transfer).id)).toMatchObject(each as Transfer);
      expect(await book.post(usable, at)).toEqual(failing.map(() => 'replayed'));
    });
  });

  describe('the order of checks', () => {
    /** A case: what is wrong with the transfer, the first of which must be named. */
    interface Case {
      error: TransferError;
      wrong: () => Promise<Transfer> | Transfer;
    }

    const nobody = randomUUID();
    const stranger = randomUUID();
    let now: Date;
    /** Without a limit; without room on either side; of the other currency. */
    let free: string;
    let empty: string;
    let full: string;
    let foreign: string;
    let plain: Transfer;
    let held: Transfer;
    let posted: Transfer;
    let voided: Transfer;

    beforeEach(async () => {
      now = new Date();
      [free, empty, full, foreign] = [
        await book.open(),
        await book.open('debits'),
        await book.open('credits'),
        await book.openForeign('credits'),
      ];
      const other = await book.open();
      plain = transfer(free, other, 5n);
      [held, posted, voided] = [
        hold(free, other, 5n, 60),
        hold(free, other, 5n, 60),
        hold(free, other, 5n, 60),
      ];
      await book.must(now, plain, held, posted, voided, capture(posted), release(voided));
    });

    /** At a time when every hold is over. */
    const at = (): Date => later(now, HOUR_S);

    const spentId = async (): Promise<string> => {
      const spent = transfer(empty, free, 1n);
      expect(await book.chain(spent)).toBe('exceeds_credits @0');
      return spent.id;
    };

    const cases: Case[] = [
      // The id comes before everything.
      {
        error: 'exists_with_different_flags',
        wrong: () => transfer(nobody, nobody, 9n, { id: held.id, pending_id: stranger }),
      },
      {
        error: 'exists_with_different_pending_id',
        wrong: () => ({ ...plain, pending_id: stranger, timeout_s: 1, debit_account_id: nobody }),
      },
      {
        error: 'id_already_failed',
        wrong: async () => transfer(nobody, nobody, 9n, { id: await spentId(), pending_id: stranger }),
      },
      {
        error: 'id_already_failed',
        wrong: async () => capture(held, { id: await spentId(), pending_id: null, timeout_s: 1 }),
      },
      // Transfers that are not endings.
      {
        error: 'accounts_must_be_different',
        wrong: () => transfer(nobody, nobody, 1n, { pending_id: stranger, timeout_s: 1 }),
      },
      {
        error: 'pending_id_must_be_zero',
        wrong: () => transfer(nobody, stranger, 1n, { pending_id: stranger, timeout_s: 1 }),
      },
      {
        error: 'pending_id_must_be_zero',
        wrong: () => ({ ...hold(nobody, stranger, 1n, 1), pending_id: held.id }),
      },
      {
        error: 'timeout_reserved_for_pending_transfer',
        wrong: () => transfer(nobody, stranger, 1n, { timeout_s: 1 }),
      },
      { error: 'debit_account_not_found', wrong: () => transfer(nobody, stranger, 1n) },
      { error: 'debit_account_not_found', wrong: () => transfer(nobody, foreign, 1n) },
      { error: 'credit_account_not_found', wrong: () => transfer(empty, stranger, 1n) },
      { error: 'accounts_must_have_the_same_ledger', wrong: () => transfer(empty, foreign, 1n) },
      { error: 'accounts_must_have_the_same_ledger', wrong: () => hold(foreign, full, 1n, 5) },
      { error: 'exceeds_credits', wrong: () => transfer(empty, full, 1n) },
      { error: 'exceeds_credits', wrong: () => hold(empty, full, 1n, 5) },
      { error: 'exceeds_debits', wrong: () => transfer(free, full, 1n) },
      // Endings.
      {
        error: 'pending_id_must_not_be_zero',
        wrong: () => capture(held, { pending_id: null, timeout_s: 1, amount: 9n, code: 9 }),
      },
      {
        error: 'pending_id_must_be_different',
        wrong: () => {
          const id = randomUUID();
          return release(held, { id, pending_id: id, timeout_s: 1, code: 9 });
        },
      },
      {
        error: 'timeout_reserved_for_pending_transfer',
        wrong: () => capture(held, { pending_id: stranger, timeout_s: 1 }),
      },
      {
        error: 'pending_transfer_not_found',
        wrong: () => capture(held, { pending_id: stranger, debit_account_id: nobody, code: 9 }),
      },
      // An ending's accounts are the hold's or they are wrong: whether they exist is not asked.
      {
        error: 'pending_transfer_not_pending',
        wrong: () => capture(plain, { debit_account_id: nobody, amount: 9n, code: 9 }),
      },
      {
        error: 'pending_transfer_has_different_debit_account_id',
        wrong: () => capture(held, { debit_account_id: nobody, credit_account_id: nobody, amount: 9n }),
      },
      {
        error: 'pending_transfer_has_different_debit_account_id',
        wrong: () => capture(posted, { debit_account_id: foreign, credit_account_id: foreign, code: 9 }),
      },
      {
        error: 'pending_transfer_has_different_credit_account_id',
        wrong: () => release(voided, { credit_account_id: nobody, amount: 9n, code: 9 }),
      },
      {
        error: 'pending_transfer_has_different_code',
        wrong: () => capture(posted, { amount: 9n, code: 9 }),
      },
      { error: 'exceeds_pending_transfer_amount', wrong: () => capture(posted, { amount: 6n }) },
      { error: 'exceeds_pending_transfer_amount', wrong: () => release(voided, { amount: 6n }) },
      { error: 'pending_transfer_has_different_amount', wrong: () => release(posted, { amount: 4n }) },
      { error: 'pending_transfer_already_posted', wrong: () => capture(posted, { amount: 4n }) },
      { error: 'pending_transfer_already_posted', wrong: () => release(posted) },
      { error: 'pending_transfer_already_voided', wrong: () => capture(voided) },
      { error: 'pending_transfer_already_voided', wrong: () => release(voided) },
      { error: 'pending_transfer_expired', wrong: () => capture(held, { amount: 4n }) },
      { error: 'pending_transfer_expired', wrong: () => release(held) },
    ];

    test.each(cases.map((each, no) => ({ ...each, no })))(
      '$no: $error before what comes after it',
      async ({ error, wrong }) => {
        const failing = await wrong();
        expect(await book.chainAt(at(), failing)).toBe(`${error} @0`);
        expect(await book.chainAt(at(), transfer(free, await book.open(), 1n), { ...failing })).toBe(
          `${SPENDING.has(error) ? 'id_already_failed' : error} @1`,
        );
      },
    );
  });

  describe('a hold', () => {
    test('raises what is pending on both sides until it is posted in full', async () => {
      const other = await book.open('debits');
      const purse = await book.purse(10n);
      const held = hold(purse, other, 10n);
      await book.must(new Date(), held);
      await book.expectCounters(purse, { credits_posted: 10n, debits_pending: 10n });
      await book.expectCounters(other, { credits_pending: 10n });
      // Not there yet.
      expect(await book.chain(transfer(other, purse, 1n))).toBe('exceeds_credits @0');
      const end = capture(held, { reference: 'the end', memo: 'all of it' });
      const [booked] = await book.must(new Date(), end);
      expect(booked).toMatchObject(end);
      await book.expectCounters(purse, { credits_posted: 10n, debits_posted: 10n });
      await book.expectCounters(other, { credits_posted: 10n });
      expect(await ledger.history(purse, 10)).toMatchObject([
        { ...end, after: counters({ credits_posted: 10n, debits_posted: 10n }) },
        { ...held, after: counters({ credits_posted: 10n, debits_pending: 10n }) },
        { after: counters({ credits_posted: 10n }) },
      ]);
    });

    test('posted in part releases the rest', async () => {
      const other = await book.open();
      const purse = await book.purse(10n);
      const held = hold(purse, other, 8n);
      await book.must(new Date(), held);
      await book.must(new Date(), capture(held, { amount: 3n }));
      await book.expectCounters(purse, { credits_posted: 10n, debits_posted: 3n });
      await book.expectCounters(other, { credits_posted: 3n });
      expect(await book.chain(transfer(purse, other, 7n))).toBe('created');
    });

    test('voided releases all of it', async () => {
      const other = await book.open();
      const purse = await book.purse(10n);
      const held = hold(purse, other, 8n);
      await book.must(new Date(), held);
      expect(await book.chain(release(held))).toBe('created');
      await book.expectCounters(purse, { credits_posted: 10n });
      await book.expectCounters(other, {});
      expect(await book.chain(transfer(purse, other, 10n))).toBe('created');
    });

    test('ends once: by one post or one void, whichever came first', async () => {
      const [a, b] = [await book.open(), await book.open()];
      const [posted, voided] = [hold(a, b, 5n), hold(a, b, 5n)];
      await book.must(new Date(), posted, voided, capture(posted, { amount: 2n }), release(voided));
      expect(
        await book.post([
          [capture(posted, { amount: 2n })],
          [capture(posted, { amount: 3n })],
          [release(posted)],
          [release(voided)],
          [capture(voided)],
        ]),
      ).toEqual([
        'pending_transfer_already_posted @0',
        'pending_transfer_already_posted @0',
        'pending_transfer_already_posted @0',
        'pending_transfer_already_voided @0',
        'pending_transfer_already_voided @0',
      ]);
      await book.expectCounters(a, { debits_posted: 2n });
    });

    test('posting it is not checked against limits again', async () => {
      const other = await book.open('credits');
      await book.must(new Date(), transfer(other, await book.open(), 10n));
      const purse = await book.purse(10n);
      const held = hold(purse, other, 10n);
      await book.must(new Date(), held);
      // Nothing is left on either side.
      expect(await book.chain(transfer(purse, await book.open(), 1n))).toBe('exceeds_credits @0');
      expect(await book.chain(transfer(await book.open(), other, 1n))).toBe('exceeds_debits @0');
      expect(await book.chain(capture(held))).toBe('created');
    });

    test('is told from a plain transfer, and an ending is no hold', async () => {
      const [a, b] = [await book.open(), await book.open()];
      const [plain, held] = [transfer(a, b, 5n), hold(a, b, 5n)];
      const [, , end] = await book.must(new Date(), plain, held, capture(held));
      expect(await book.chain(capture(plain))).toBe('pending_transfer_not_pending @0');
      expect(await book.chain(release(end as Transfer))).toBe('pending_transfer_not_pending @0');
    });

    test('may be ended in the same call, and by a later chain than the one that made it', async () => {
      const [a, b] = [await book.open(), await book.open()];
      const held = hold(a, b, 5n, 1);
      const end = capture(held);
      expect(await book.post([[held], [end], [release(held)], [end]])).toEqual([
        'created',
        'created',
        'pending_transfer_already_posted @0',
        'replayed',
      ]);
    });
  });

  describe('the timeout of a hold', () => {
    let now: Date;
    let purse: string;
    let other: string;
    let held: Transfer;

    beforeEach(async () => {
      now = new Date();
      other = await book.open();
      purse = await book.purse(10n, now);
      held = hold(purse, other, 10n, 60);
      await book.must(now, held);
    });

    test('leaves it alone before', async () => {
      expect(await book.expireHolds(later(now, 58))).toBe(0);
      expect(await book.chainAt(later(now, 58), capture(held))).toBe('created');
      await book.expectCounters(purse, { credits_posted: 10n, debits_posted: 10n });
    });

    test('ends it, also before the sweep has released it', async () => {
      const over = later(now, 61);
      expect(await book.chainAt(over, capture(held, { amount: 1n }))).toBe('pending_transfer_expired @0');
      expect(await book.chainAt(over, release(held))).toBe('pending_transfer_expired @0');
      await book.expectCounters(purse, { credits_posted: 10n }, over);
      await book.expectCounters(other, {}, over);
    });

    test('frees the money at once, before the sweep: no id is refused and spent for want of it', async () => {
      const [early, late] = [transfer(purse, other, 9n), transfer(purse, other, 10n)];
      expect(await book.chainAt(later(now, 58), early)).toBe('exceeds_credits @0');
      await book.expectCounters(purse, { credits_posted: 10n, debits_pending: 10n }, later(now, 58));
      const over = later(now, 61);
      expect(await book.chainAt(over, late)).toBe('created');
      expect(await book.chainAt(over, early)).toBe('id_already_failed @0');
      await book.expectCounters(purse, { credits_posted: 10n, debits_posted: 10n }, over);
      await book.expectCounters(other, { credits_posted: 10n }, over);
      expect(await book.history(purse)).toMatchObject([
        { id: late.id, after: counters({ credits_posted: 10n, debits_posted: 10n }) },
        { id: held.id, after: counters({ credits_posted: 10n, debits_pending: 10n }) },
        {},
      ]);
      expect(await book.chainAt(over, capture(held))).toBe('pending_transfer_expired @0');
    });

    test('frees it on both sides, whichever account is used next and with whomever', async () => {
      const [third, till] = [await book.open(), await book.open('credits')];
      await book.must(now, transfer(till, third, 5n), transfer(third, purse, 5n), hold(purse, till, 5n, 60));
      const over = later(now, 61);
      expect(await book.chainAt(over, transfer(third, till, 5n))).toBe('created');
      await book.expectCounters(till, { debits_posted: 5n, credits_posted: 5n }, over);
      await book.expectCounters(purse, { credits_posted: 15n }, over);
      expect(await book.chainAt(over, transfer(purse, third, 15n))).toBe('created');
      await book.expectCounters(purse, { credits_posted: 15n, debits_posted: 15n }, over);
    });

    test('frees it also for a chain that is refused, and for the next one of the call', async () => {
      const over = later(now, 61);
      const empty = await book.open('debits');
      const [first, second] = [transfer(purse, other, 4n), transfer(purse, other, 6n)];
      expect(
        await book.post(
          [
            [first, transfer(empty, other, 1n)],
            [transfer(purse, other, 11n)],
            [capture(held)],
            [second, capture(held)],
            [first, second],
          ],
          over,
        ),
      ).toEqual([
        'exceeds_credits @1',
        'exceeds_credits @0',
        'pending_transfer_expired @0',
        'pending_transfer_expired @1',
        'created',
      ]);
      await book.expectCounters(purse, { credits_posted: 10n, debits_posted: 10n }, over);
    });

    test('frees it among holds that end otherwise, and for a new hold', async () => {
      const [posted, voided, younger] = [
        hold(other, purse, 1n, 60),
        hold(other, purse, 2n, 60),
        hold(other, purse, 4n, 120),
      ];
      await book.must(now, posted, voided, younger, capture(posted), release(voided));
      const over = later(now, 61);
      const again = hold(purse, other, 11n, 30);
      expect(await book.chainAt(over, again)).toBe('created');
      await book.expectCounters(
        purse,
        { credits_posted: 11n, debits_pending: 11n, credits_pending: 4n },
        over,
      );
      expect(await book.chainAt(later(now, 90), transfer(purse, other, 1n))).toBe('exceeds_credits @0');
      expect(await book.chainAt(later(now, 92), transfer(purse, other, 1n))).toBe('created');
      expect(await book.chainAt(later(now, 92), capture(younger))).toBe('created');
      await book.expectCounters(purse, { credits_posted: 15n, debits_posted: 1n }, later(now, 121));
    });

    test('frees it in the past from its end on, released or not', async () => {
      const moments = async () => [
        await ledger.balancesAt(purse, later(now, 59)),
        await ledger.balancesAt(purse, later(now, 61)),
        await ledger.balancesAt(other, later(now, 59)),
        await ledger.balancesAt(other, later(now, 61)),
      ];
      const expected = [
        counters({ credits_posted: 10n, debits_pending: 10n }),
        counters({ credits_posted: 10n }),
        counters({ credits_pending: 10n }),
        counters({}),
      ];
      expect(await moments()).toEqual(expected);
      await book.expireHolds(later(now, 70));
      expect(await moments()).toEqual(expected);
      const [next, endless] = [hold(purse, other, 3n, 60), hold(purse, other, 2n)];
      await book.must(later(now, 80), next, endless);
      expect(await moments()).toEqual(expected);
      const held_then = async (seconds: number) =>
        (await ledger.balancesAt(purse, later(now, seconds))).debits_pending;
      expect([await held_then(79), await held_then(81), await held_then(139), await held_then(141)]).toEqual([
        0n,
        5n,
        5n,
        2n,
      ]);
      await book.must(later(now, 100), capture(next));
      expect([await held_then(81), await held_then(101), await held_then(141)]).toEqual([5n, 2n, 2n]);
    });

    test('lets the sweep release it, once', async () => {
      const over = later(now, 61);
      expect(await ledger.expireHolds(over, book.no)).toBe(1);
      await book.expectCounters(purse, { credits_posted: 10n });
      await book.expectCounters(other, {});
      expect(await ledger.expireHolds(over, book.no)).toBe(0);
      expect(await rival.expireHolds(over, book.no)).toBe(0);
      expect(await book.chainAt(over, capture(held))).toBe('pending_transfer_expired @0');
      expect(await book.chainAt(over, release(held))).toBe('pending_transfer_expired @0');
      expect(await book.chainAt(over, held)).toBe('replayed');
      expect(await book.chainAt(over, transfer(purse, other, 10n))).toBe('created');
    });

    test('ends it for good: not even a clock that went back lets it be posted after the sweep', async () => {
      expect(await book.expireHolds(later(now, 61))).toBe(1);
      expect(await book.chainAt(now, capture(held))).toBe('pending_transfer_expired @0');
    });

    test('shows in the history only by what it frees', async () => {
      const over = later(now, 61);
      await book.expireHolds(over);
      expect(await ledger.history(purse, 1)).toMatchObject([
        { id: held.id, after: counters({ credits_posted: 10n, debits_pending: 10n }) },
      ]);
      const next = transfer(purse, other, 4n);
      await book.must(over, next);
      const entries = await book.history(purse);
      expect(entries).toMatchObject([
        { id: next.id, after: counters({ credits_posted: 10n, debits_posted: 4n }) },
        { id: held.id },
        { amount: 10n },
      ]);
      // Page by page it is the same.
      const page = await ledger.history(purse, 2);
      expect(page).toEqual(entries.slice(0, 2));
      expect(await ledger.history(purse, 2, page[1]?.timestamp)).toEqual(entries.slice(2));
      expect((await book.history(other)).map(({ id }) => id)).toEqual([next.id, held.id]);
    });

    test('is by the clock of its book: another book is not swept', async () => {
      const neighbour = new Book(ledger);
      const theirs = hold(await neighbour.open(), await neighbour.open(), 1n, 60);
      await neighbour.must(now, theirs);
      expect(await book.expireHolds(later(now, 61))).toBe(1);
      expect(await neighbour.chainAt(now, capture(theirs))).toBe('created');
      await neighbour.audit();
    });

    test('does not concern holds that ended, that are younger, or that have none', async () => {
      const [posted, voided, younger, endless] = [
        hold(other, purse, 1n, 60),
        hold(other, purse, 2n, 60),
        hold(other, purse, 4n, 120),
        hold(other, purse, 8n),
      ];
      await book.must(now, posted, voided, younger, endless, capture(posted), release(voided));
      expect(await book.expireHolds(later(now, 61))).toBe(1);
      await book.expectCounters(other, { debits_posted: 1n, debits_pending: 12n });
      expect(await book.expireHolds(later(now, 121))).toBe(1);
      await book.expectCounters(other, { debits_posted: 1n, debits_pending: 8n });
      expect(await book.expireHolds(later(now, 90 * 24 * HOUR_S))).toBe(0);
      expect(await book.chainAt(later(now, 90 * 24 * HOUR_S), capture(endless))).toBe('created');
    });

    test('begins when it is booked, not when its id was first tried', async () => {
      // Refused at first, for a reason that leaves the id usable.
      const empty = transfer(await book.open('debits'), other, 1n);
      const late = hold(other, purse, 3n, 60);
      expect(await book.chainAt(now, late, empty)).toBe('exceeds_credits @1');
      await book.must(later(now, 50), late);
      expect(await book.expireHolds(later(now, 70))).toBe(1);
      await book.expectCounters(other, { debits_pending: 3n });
      expect(await book.expireHolds(later(now, 108))).toBe(0);
      expect(await book.expireHolds(later(now, 111))).toBe(1);
      await book.expectCounters(other, {});
    });

    test('is not forgotten when the sweep came between a first try and the booking', async () => {
      const empty = transfer(await book.open('debits'), other, 1n);
      const late = hold(other, purse, 3n, 60);
      expect(await book.chainAt(now, late, empty)).toBe('exceeds_credits @1');
      expect(await book.expireHolds(later(now, 61))).toBe(1);
      await book.must(later(now, 62), late);
      expect(await book.expireHolds(later(now, 125))).toBe(1);
      await book.expectCounters(other, {});
    });

    test('sweeps any number of holds', async () => {
      const holds = Array.from({ length: 1_300 }, () => hold(other, purse, 1n, 60));
      await ledger.post(
        holds.map((each) => [each]),
        now,
      );
      // Some have ended: they are not counted, and the others are found behind them.
      const ended = holds.slice(0, 600);
      expect(
        new Set(
          await book.post(
            ended.map((each) => [capture(each)]),
            now,
          ),
        ),
      ).toEqual(new Set(['created']));
      expect(await book.expireHolds(later(now, 62))).toBe(701);
      await book.expectCounters(other, { debits_posted: 600n });
    });

    test('in a chain: what comes before it is asked first, what comes after it never', async () => {
      const over = later(now, 61);
      const [a, empty] = [await book.open(), await book.open('debits')];
      const [good, spent, unasked] = [transfer(a, other, 1n), transfer(empty, a, 1n), transfer(empty, a, 2n)];
      expect(await book.chainAt(over, good, capture(held), unasked)).toBe('pending_transfer_expired @1');
      expect(await book.chainAt(over, spent, capture(held))).toBe('exceeds_credits @0');
      expect(await book.chainAt(over, spent, capture(held))).toBe('id_already_failed @0');
      await book.must(over, transfer(a, empty, 3n));
      expect(await book.post([[good], [unasked], [spent]], over)).toEqual([
        'created',
        'created',
        'id_already_failed @0',
      ]);
    });

    test('after its end a repeat of the post is still a repeat, and another ending too late', async () => {
      const end = capture(held, { amount: 6n });
      await book.must(later(now, 30), end);
      const over = later(now, HOUR_S);
      expect(await book.expireHolds(over)).toBe(0);
      const before = transfer(other, purse, 1n);
      expect(
        await book.post(
          [
            [end],
            [{ ...end, amount: 5n }],
            [capture(held, { amount: 6n })],
            [release(held)],
            [before, end],
            [end, before],
          ],
          over,
        ),
      ).toEqual([
        'replayed',
        'exists_with_different_amount @0',
        'pending_transfer_already_posted @0',
        'pending_transfer_already_posted @0',
        'exists @1',
        'exists @0',
      ]);
    });

    test('runs by real time too', async () => {
      const brief = hold(other, purse, 2n, 1);
      const [booked] = await book.must(now, brief);
      const end = (booked as BookedTransfer).created_at.getTime() + 1_001;
      await until('a second has passed', () => Date.now() >= end);
      expect(await book.chain(capture(brief))).toBe('pending_transfer_expired @0');
      expect(await book.chain(release(brief))).toBe('pending_transfer_expired @0');
      // The cluster releases by itself, very soon.
      await until('it is released', async () => (await book.counters(other)).debits_pending === 0n);
      await book.expireHolds(new Date());
      expect(await book.expireHolds(new Date())).toBe(0);
      expect(await book.chain(capture(brief))).toBe('pending_transfer_expired @0');
    });
  });

  describe('the past', () => {
    test('is read page by page, newest first', async () => {
      const [a, b] = [await book.open(), await book.open()];
      const chains = Array.from({ length: 700 }, (_each, i) => [
        i % 2 ? transfer(a, b, BigInt(i + 1)) : transfer(b, a, BigInt(i + 1)),
      ]);
      await ledger.post(chains, new Date());
      const whole = await ledger.history(a, EVERYTHING);
      expect(whole.map(({ id }) => id)).toEqual(chains.map(([each]) => (each as Transfer).id).toReversed());
      const paged = [];
      for (let before: bigint | undefined; ;) {
        const page = await ledger.history(a, 90, before);
        paged.push(...page);
        if (page.length < 90) break;
        before = page.at(-1)?.timestamp;
      }
      expect(paged).toEqual(whole);
      expect(await ledger.history(a, 700)).toEqual(whole);
      const oldest = whole.at(-1)?.timestamp as bigint;
      expect(await ledger.history(a, 5, oldest)).toEqual([]);
      expect(await ledger.history(a, 5, oldest + 1n)).toEqual(whole.slice(-1));
      for (const early of [-1n, 0n, 1n]) expect(await ledger.history(a, 5, early)).toEqual([]);
      expect(await ledger.history(a, 2, 2n ** 63n - 1n)).toEqual(whole.slice(0, 2));
    });

    test('knows the counters at any moment', async () => {
      const [a, b] = [await book.open(), await book.open('debits')];
      const start = new Date();
      const moments: { at: Date; counters: ReturnType<typeof counters> }[] = [];
      const held = hold(a, b, 100n);
      const steps = [
        transfer(a, b, 1n),
        transfer(b, a, 1n),
        held,
        capture(held, { amount: 60n }),
        transfer(b, a, 60n),
      ];
      for (const [i, step] of steps.entries()) {
        const [booked] = await book.must(later(start, i * HOUR_S), step);
        moments.push({ at: (booked as BookedTransfer).created_at, counters: await book.counters(b) });
      }
      for (const [i, moment] of moments.entries()) {
        expect(await ledger.balancesAt(b, moment.at)).toEqual(moment.counters);
        expect(await ledger.balancesAt(b, later(moment.at, 0.001))).toEqual(moment.counters);
        expect(await ledger.balancesAt(b, later(moment.at, 1_800))).toEqual(moment.counters);
        expect(await ledger.balancesAt(b, later(moment.at, -0.001))).toEqual(
          moments[i - 1]?.counters ?? counters({}),
        );
      }
      for (const long_ago of ['0001-01-01', '1969-12-31', '1970-01-01', '2000-01-01'])
        expect(await ledger.balancesAt(b, new Date(long_ago))).toEqual(counters({}));
      for (const far_away of ['2262-04-12', '2300-01-01', '9999-12-31'])
        expect(await ledger.balancesAt(b, new Date(far_away))).toEqual(moments.at(-1)?.counters);
    });

    test('of a book whose clock has jumped is found behind any number of later transfers', async () => {
      const [a, b] = [await book.open(), await book.open()];
      const start = new Date();
      const [early] = await book.must(start, transfer(a, b, 1n));
      const jumped = later(start, 30 * 24 * HOUR_S);
      const chains = Array.from({ length: 600 }, () => [transfer(a, b, 1n)]);
      await ledger.post(chains, jumped);
      const { created_at } = early as BookedTransfer;
      expect(await ledger.balancesAt(a, created_at)).toEqual(counters({ debits_posted: 1n }));
      expect(await ledger.balancesAt(a, later(jumped, -5))).toEqual(counters({ debits_posted: 1n }));
      expect(await ledger.balancesAt(a, later(jumped, 60))).toEqual(counters({ debits_posted: 601n }));
    });

    test('does not blur while new transfers arrive', async () => {
      const [a, b] = [await book.open(), await book.open()];
      await book.must(new Date(), transfer(a, b, 1n));
      let done = false;
      const writing = (async () => {
        for (let i = 0; i < 60; i++)
          await rival.post([[transfer(a, b, 1n)], [transfer(a, b, 1n)]], new Date());
        done = true;
      })();
      let pages = 0;
      while (!done || pages < 3) {
        const page = await ledger.history(a, 1 + (pages++ % 5));
        // Units were moved one by one: the counter tells which transfer an entry is of.
        const newest = page[0]?.after.debits_posted as bigint;
        expect(page.map(({ after }) => after.debits_posted)).toEqual(
          page.map((_each, i) => newest - BigInt(i)),
        );
        expect(newest).toBeGreaterThan(0n);
        const { debits_posted } = await ledger.balancesAt(a, new Date(Date.now() + 1_000));
        expect(debits_posted).toBeGreaterThanOrEqual(newest);
      }
      await writing;
    });
  });

  describe('at once', () => {
    test('expired holds between many accounts are freed by whoever comes first', async () => {
      const now = new Date();
      const purses: string[] = [];
      for (let i = 0; i < 12; i++) purses.push(await book.purse(10n, now));
      const pairs = purses.flatMap((from, i) => [
        [from, purses[(i + 1) % purses.length] as string] as const,
        [from, purses[(i + 5) % purses.length] as string] as const,
      ]);
      const holds = pairs.map(([from, to]) => hold(from, to, 5n, 60));
      await book.must(now, ...holds);
      const sink = await book.open();
      const over = later(now, 61);
      const words = await Promise.all(
        [...purses, ...purses.toReversed()].map(async (purse, i) => {
          const [outcome] = await (i % 2 ? ledger : rival).post([[transfer(purse, sink, 10n)]], over);
          return inWords(outcome as ChainOutcome);
        }),
      );
      expect(words.filter((word) => word === 'created')).toHaveLength(purses.length);
      expect(words.filter((word) => word === 'exceeds_credits @0')).toHaveLength(purses.length);
      for (const purse of purses)
        await book.expectCounters(purse, { credits_posted: 10n, debits_posted: 10n }, over);
    });

    test('two hundred posts on one account never pass its limit', async () => {
      const other = await book.open();
      const purse = await book.purse(1_000n);
      const outcomes = await Promise.all(
        Array.from({ length: 200 }, () => book.chain(transfer(purse, other, 10n))),
      );
      expect(outcomes.filter((each) => each === 'created').length).toBe(100);
      expect(outcomes.filter((each) => each === 'exceeds_credits @0').length).toBe(100);
      await book.expectCounters(purse, { credits_posted: 1_000n, debits_posted: 1_000n });
    });

    test('nor do two engines', async () => {
      const other = await book.open();
      const purse = await book.purse(1_000n);
      const outcomes = await Promise.all(
        Array.from({ length: 200 }, (_each, i) =>
          (i % 2 ? ledger : rival).post(
            [[i % 3 ? transfer(purse, other, 10n) : hold(purse, other, 10n)], [transfer(other, other, 1n)]],
            new Date(),
          ),
        ),
      );
      const words = outcomes.map(([first]) => first && inWords(first));
      expect(words.filter((each) => each === 'created').length).toBe(100);
      expect(words.filter((each) => each === 'exceeds_credits @0').length).toBe(100);
      const { debits_posted, debits_pending } = await book.counters(purse);
      expect(debits_posted + debits_pending).toBe(1_000n);
    });

    test('the same transfer is booked once, and everybody is told the same', async () => {
      const [a, b] = [await book.open(), await book.open()];
      const chain = [transfer(a, b, 1n), transfer(b, a, 1n)];
      const outcomes = await Promise.all(
        Array.from({ length: 40 }, (_each, i) => (i % 2 ? ledger : rival).post([chain], new Date())),
      );
      const flat = outcomes.flat();
      expect(flat.map(inWords).toSorted()).toEqual([
        'created',
        ...Array.from({ length: 39 }, () => 'replayed'),
      ]);
      const answers = new Set(
        flat.map((outcome) =>
          outcome.status === 'refused' ? '' : outcome.transfers.map(({ timestamp }) => timestamp).join(),
        ),
      );
      expect(answers.size).toBe(1);
      await book.expectCounters(a, { debits_posted: 1n, credits_posted: 1n });
    });

    test('a hold is ended once', async () => {
      const [a, b] = [await book.open(), await book.open()];
      const held = hold(a, b, 10n);
      await book.must(new Date(), held);
      const outcomes = await Promise.all(
        Array.from({ length: 40 }, (_each, i) =>
          (i % 2 ? ledger : rival).post([[i % 3 ? capture(held) : release(held)]], new Date()),
        ),
      );
      const words = outcomes.flat().map(inWords);
      expect(words.filter((each) => each === 'created').length).toBe(1);
      expect(words.filter((each) => /already_(posted|voided)/.test(each)).length).toBe(39);
    });

    test('opposite orders of the same chains do not stop each other', async () => {
      const accounts: string[] = [];
      for (let i = 0; i < 8; i++) accounts.push(await book.open());
      const chains = Array.from({ length: 300 }, (_each, i) => [
        transfer(accounts[i % 8] as string, accounts[(i + 1 + (i % 7)) % 8] as string, 1n),
        transfer(accounts[(i * 3) % 8] as string, accounts[(i * 3 + 1 + (i % 7)) % 8] as string, 1n),
      ]);
      const outcomes = await Promise.all([
        ledger.post(chains, new Date()),
        rival.post(chains.toReversed(), new Date()),
        ledger.post(chains.toReversed(), new Date()),
        rival.post(chains, new Date()),
      ]);
      const words = outcomes.flat().map(inWords);
      expect(words.filter((each) => each === 'created').length).toBe(300);
      expect(words.filter((each) => each === 'replayed').length).toBe(900);
    });
  });
}

/** Of ledger.md: these spend the id. */
const SPENDING: ReadonlySet<TransferError> = new Set([
  'debit_account_not_found',
  'credit_account_not_found',
  'pending_transfer_not_found',
  'exceeds_credits',
  'exceeds_debits',
]);

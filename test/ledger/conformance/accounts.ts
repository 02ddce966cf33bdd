/** Accounts: opening, totals, limits, history. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type {
  AccountBalances,
  BookedTransfer,
  LedgerBackend,
  Transfer,
} from '../../../domain/ledger/backend.port.ts';
import {
  balances,
  capture,
  EVERYTHING,
  expectSame,
  hold,
  later,
  transfer,
  type TestScope,
} from '../test-scope.ts';
import { HOUR_S, type Conformance } from './conformance.ts';

export function describeAccounts(current: () => Conformance): void {
  let ledger: LedgerBackend;
  let rival: LedgerBackend;
  let scope: TestScope;
  beforeEach(() => {
    ({ ledger, rival, scope } = current());
  });

  describe('accounts', () => {
    test('begin with nothing, and opening them again changes nothing', async () => {
      const [a, b] = [await scope.open(), await scope.open('debits')];
      await scope.expectBalances(a, {});
      await scope.chain(transfer(a, b, 5n));
      await scope.open('none', a);
      await scope.open('debits', b);
      await scope.expectBalances(a, { debits_posted: 5n });
      await scope.expectBalances(b, { credits_posted: 5n });
      expect(await scope.chain(transfer(b, a, 6n))).toBe('exceeds_credits @0');
    });

    test.each([
      ['flags', { limit: 'credits' as const, ledger: 1_404, code: 2 }],
      ['ledger', { ledger: 1_404, code: 2 }],
      ['code', { code: 2 }],
    ])('one that exists with other %s is refused, and stays as it is', async (difference, change) => {
      const account = {
        id: randomUUID(),
        ledger: scope.number * 1000 + 404,
        limit: 'debits' as const,
        code: 1,
      };
      const fresh = { ...account, id: randomUUID() };
      await ledger.openAccounts([account]);
      await expect(ledger.openAccounts([fresh, { ...account, ...change }])).rejects.toThrow(
        `the ledger refused an account: exists_with_different_${difference}`,
      );
      expect(await scope.chain(transfer(account.id, await scope.open(), 1n))).toBe('exceeds_credits @0');
      // The others of the call are open.
      expect((await ledger.balances([fresh.id], new Date())).size).toBe(1);
    });

    test('two engines may open the same accounts at once', async () => {
      const accounts = Array.from({ length: 600 }, () => ({
        id: randomUUID(),
        ledger: scope.number * 1000 + 404,
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

    test('unknown ones have neither balances nor history', async () => {
      const known = await scope.open();
      const no_account = randomUUID();
      expect(await ledger.balances([no_account, known], new Date())).toEqual(
        new Map([[known, balances({})]]),
      );
      expect(await ledger.balances([], new Date())).toEqual(new Map());
      expect(await ledger.history(no_account, 10)).toEqual([]);
      expect(await ledger.history(known, 10)).toEqual([]);
      expect(await ledger.balancesAt(no_account, new Date())).toEqual(balances({}));
      expect(await ledger.balancesAt(known, new Date())).toEqual(balances({}));
    });

    test('empty requests get empty answers', async () => {
      await ledger.openAccounts([]);
      expect(await ledger.post([], new Date())).toEqual([]);
      expect(await ledger.transfers([])).toEqual(new Map());
      await ledger.ping();
    });
  });

  describe('totals', () => {
    test('are the sums by kind over all accounts of a ledger, more than one request reads, and of no other', async () => {
      const ledger_number = scope.number * 1000 + 404;
      const many = Array.from({ length: 300 }, () => randomUUID());
      await ledger.openAccounts(many.map((id) => ({ id, ledger: ledger_number, limit: 'none', code: 7 })));
      for (const id of many) scope.accounts.set(id, 'none');
      const [a, b] = [await scope.open(), await scope.open()];
      await scope.post(many.map((id, i) => [transfer(a, id, BigInt(i + 1))]));
      await scope.must(new Date(), transfer(many[0] as string, b, 5n), hold(b, many[1] as string, 2n));
      const foreign = [await scope.openForeign(), await scope.openForeign()] as const;
      await scope.must(new Date(), transfer(foreign[0], foreign[1], 99n));
      const sum = (300n * 301n) / 2n;
      const totals = await ledger.totals(ledger_number);
      expect([...totals.keys()].toSorted((x, y) => x - y)).toEqual([1, 7]);
      expectSame(
        totals.get(7) as AccountBalances,
        balances({ credits_posted: sum, debits_posted: 5n, credits_pending: 2n }),
      );
      expectSame(
        totals.get(1) as AccountBalances,
        balances({ debits_posted: sum, credits_posted: 5n, debits_pending: 2n }),
      );
      expect(await ledger.totals(ledger_number + 2_000_000_000)).toEqual(new Map());
    });
  });

  describe('limits', () => {
    test('none: either side may exceed the other', async () => {
      const [free, other] = [await scope.open(), await scope.open()];
      expect(await scope.chain(transfer(free, other, 10n))).toBe('created');
      expect(await scope.chain(transfer(other, free, 25n))).toBe('created');
      await scope.expectBalances(free, { debits_posted: 10n, credits_posted: 25n });
    });

    test('debits: up to the credits, to the last unit', async () => {
      const other = await scope.open();
      const limited = await scope.openWithFunds(10n);
      expect(await scope.chain(transfer(limited, other, 11n))).toBe('exceeds_credits @0');
      expect(await scope.chain(transfer(limited, other, 4n))).toBe('created');
      expect(await scope.chain(transfer(limited, other, 7n))).toBe('exceeds_credits @0');
      expect(await scope.chain(transfer(limited, other, 6n))).toBe('created');
      expect(await scope.chain(transfer(limited, other, 1n))).toBe('exceeds_credits @0');
      // Credits are not limited.
      expect(await scope.chain(transfer(other, limited, 1_000_000n))).toBe('created');
      await scope.expectBalances(limited, { debits_posted: 10n, credits_posted: 1_000_010n });
    });

    test('credits: the mirror', async () => {
      const [limited, other] = [await scope.open('credits'), await scope.open()];
      expect(await scope.chain(transfer(other, limited, 1n))).toBe('exceeds_debits @0');
      expect(await scope.chain(transfer(limited, other, 10n))).toBe('created');
      expect(await scope.chain(transfer(other, limited, 11n))).toBe('exceeds_debits @0');
      expect(await scope.chain(transfer(other, limited, 10n))).toBe('created');
      expect(await scope.chain(transfer(other, limited, 1n))).toBe('exceeds_debits @0');
      await scope.expectBalances(limited, { debits_posted: 10n, credits_posted: 10n });
    });

    test('open holds count against the limit, and pending incoming amounts do not count for it', async () => {
      const other = await scope.open();
      const limited = await scope.openWithFunds(10n);
      expect(await scope.chain(hold(limited, other, 7n))).toBe('created');
      expect(await scope.chain(transfer(limited, other, 4n))).toBe('exceeds_credits @0');
      expect(await scope.chain(hold(limited, other, 4n))).toBe('exceeds_credits @0');
      expect(await scope.chain(hold(other, limited, 100n))).toBe('created');
      expect(await scope.chain(transfer(limited, other, 4n))).toBe('exceeds_credits @0');
      expect(await scope.chain(transfer(limited, other, 3n))).toBe('created');

      const credit_limited = await scope.open('credits');
      await scope.chain(transfer(credit_limited, other, 10n));
      expect(await scope.chain(hold(other, credit_limited, 7n))).toBe('created');
      expect(await scope.chain(transfer(other, credit_limited, 4n))).toBe('exceeds_debits @0');
      expect(await scope.chain(hold(other, credit_limited, 4n))).toBe('exceeds_debits @0');
      expect(await scope.chain(hold(credit_limited, other, 100n))).toBe('created');
      expect(await scope.chain(transfer(other, credit_limited, 4n))).toBe('exceeds_debits @0');
      expect(await scope.chain(transfer(other, credit_limited, 3n))).toBe('created');
    });
  });

  describe('history', () => {
    test('is read page by page, newest first', async () => {
      const [a, b] = [await scope.open(), await scope.open()];
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
      const points = whole.flatMap(({ timestamp }) =>
        [timestamp - 1n, timestamp, timestamp + 1n].map((up_to) => ({ account_id: a, timestamp: up_to })),
      );
      expect(await ledger.balancesAfter([...points, { account_id: a, timestamp: 0n }])).toEqual([
        ...points.map(
          ({ timestamp: up_to }) => whole.find(({ timestamp }) => timestamp <= up_to)?.after ?? balances({}),
        ),
        balances({}),
      ]);
      expect(await ledger.balancesAfter([])).toEqual([]);
      expect(await ledger.history(a, 2, 2n ** 63n - 1n)).toEqual(whole.slice(0, 2));
    });

    test('has the balances at any instant', async () => {
      const [a, b] = [await scope.open(), await scope.open('debits')];
      const start = new Date();
      const instants: { at: Date; balances: ReturnType<typeof balances> }[] = [];
      const held = hold(a, b, 100n);
      const steps = [
        transfer(a, b, 1n),
        transfer(b, a, 1n),
        held,
        capture(held, { amount: 60n }),
        transfer(b, a, 60n),
      ];
      for (const [i, step] of steps.entries()) {
        const [booked] = await scope.must(later(start, i * HOUR_S), step);
        instants.push({ at: (booked as BookedTransfer).created_at, balances: await scope.balances(b) });
      }
      for (const [i, instant] of instants.entries()) {
        expect(await ledger.balancesAt(b, instant.at)).toEqual(instant.balances);
        expect(await ledger.balancesAt(b, later(instant.at, 0.001))).toEqual(instant.balances);
        expect(await ledger.balancesAt(b, later(instant.at, 1_800))).toEqual(instant.balances);
        expect(await ledger.balancesAt(b, later(instant.at, -0.001))).toEqual(
          instants[i - 1]?.balances ?? balances({}),
        );
      }
      for (const early_day of ['0001-01-01', '1969-12-31', '1970-01-01', '2000-01-01'])
        expect(await ledger.balancesAt(b, new Date(early_day))).toEqual(balances({}));
      for (const late_day of ['2262-04-12', '2300-01-01', '9999-12-31'])
        expect(await ledger.balancesAt(b, new Date(late_day))).toEqual(instants.at(-1)?.balances);
    });

    test('of a scope whose clock has jumped is found behind any number of later transfers', async () => {
      const [a, b] = [await scope.open(), await scope.open()];
      const start = new Date();
      const [early] = await scope.must(start, transfer(a, b, 1n));
      const jumped = later(start, 30 * 24 * HOUR_S);
      const chains = Array.from({ length: 600 }, () => [transfer(a, b, 1n)]);
      await ledger.post(chains, jumped);
      const { created_at } = early as BookedTransfer;
      expect(await ledger.balancesAt(a, created_at)).toEqual(balances({ debits_posted: 1n }));
      expect(await ledger.balancesAt(a, later(jumped, -5))).toEqual(balances({ debits_posted: 1n }));
      expect(await ledger.balancesAt(a, later(jumped, 60))).toEqual(balances({ debits_posted: 601n }));
    });

    test('stays consistent while new transfers arrive', async () => {
      const [a, b] = [await scope.open(), await scope.open()];
      await scope.must(new Date(), transfer(a, b, 1n));
      let done = false;
      const writing = (async () => {
        for (let i = 0; i < 60; i++)
          await rival.post([[transfer(a, b, 1n)], [transfer(a, b, 1n)]], new Date());
        done = true;
      })();
      let pages = 0;
      while (!done || pages < 3) {
        const page = await ledger.history(a, 1 + (pages++ % 5));
        // Units were moved one by one: the balance identifies the transfer of an entry.
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
}

/** What was posted by kind before an instant, and the transfers of a scope in a range of time. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { BookedTransfer, LedgerBackend } from '../../../domain/ledger/backend.port.ts';
import { capture, hold, later, release, transfer, type TestScope } from '../test-scope.ts';
import type { Conformance } from './conformance.ts';

const KES = 404;
const UGX = 800;
const QUARTER_MS = 900_000;

export function describePosted(current: () => Conformance): void {
  let ledger: LedgerBackend;
  let rival: LedgerBackend;
  let scope: TestScope;
  beforeEach(() => {
    ({ ledger, rival, scope } = current());
  });

  const ledgers = (): number[] => [scope.number * 1000 + KES, scope.number * 1000 + UGX];
  const tomorrow = () => later(new Date(), 86_400);

  async function posted(moment: Date): Promise<string[]> {
    const [totals] = await ledger.postedBefore(ledgers(), [moment]);
    return (totals ?? [])
      .map(
        ({ ledger: of, account_code, transfer_code, debits, credits }) =>
          `${of % 1000} ${account_code} ${transfer_code}: ${debits} ${credits}`,
      )
      .toSorted();
  }

  describe('totals of what was posted', () => {
    test('are by currency, kind of account and kind of transfer; holds count when they are posted', async () => {
      const [a, b] = [await scope.open(), await scope.open('none', undefined, 2)];
      const [c, d] = [await scope.openForeign(), await scope.openForeign()];
      const held = hold(a, b, 50n);
      const void_of = hold(a, b, 9n);
      await scope.must(
        new Date(),
        transfer(a, b, 100n, { code: 3 }),
        transfer(b, a, 30n, { code: 3 }),
        transfer(a, b, 7n, { code: 4 }),
        transfer(c, d, 5n),
        held,
        void_of,
      );
      expect(await posted(tomorrow())).toEqual([
        '404 1 3: 100 30',
        '404 1 4: 7 0',
        '404 2 3: 30 100',
        '404 2 4: 0 7',
        '800 1 3: 5 5',
      ]);
      await scope.must(new Date(), capture(held, { amount: 20n }), release(void_of));
      expect((await posted(tomorrow())).slice(0, 3)).toEqual([
        '404 1 3: 120 30',
        '404 1 4: 7 0',
        '404 2 3: 30 120',
      ]);
    });

    test('before an instant leave out what came at it or later, also within a quarter of an hour', async () => {
      const [a, b] = [await scope.open(), await scope.open()];
      const start = later(tomorrow(), 60);
      const instants: Date[] = [];
      for (const seconds of [0, 40, 899, 900, 1_300, 90_000]) {
        const [booked] = await scope.must(later(start, seconds), transfer(a, b, 1n));
        instants.push((booked as BookedTransfer).created_at);
      }
      const moments = [
        ...instants,
        later(instants.at(-1) as Date, 1),
        new Date(0),
        new Date('9999-12-31T00:00:00Z'),
      ];
      const totals = await rival.postedBefore(ledgers(), moments);
      expect(totals.map(([total]) => total?.debits ?? 0n)).toEqual([0n, 1n, 2n, 3n, 4n, 5n, 6n, 0n, 6n]);
      expect(await ledger.postedBefore([], moments)).toEqual(moments.map(() => []));
      await ledger.advanceTotals();
      expect(await ledger.postedBefore(ledgers(), moments)).toEqual(totals);
    });

    test('before a seal stay as they are, also when what was requested before it is booked after it', async () => {
      const [a, b] = [await scope.open(), await scope.open()];
      const sealed = new Date(Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS);
      await scope.must(later(sealed, -60), transfer(a, b, 1n));
      const before = await ledger.postedBefore(ledgers(), [sealed]);
      await ledger.seal(ledgers(), sealed);
      // A seal never goes back.
      await rival.seal(ledgers(), later(sealed, -QUARTER_MS / 1_000));
      const [booked] = await rival.post([[transfer(a, b, 2n)]], later(sealed, -30));
      expect(
        booked?.status === 'created' && booked.transfers[0]?.created_at.getTime(),
      ).toBeGreaterThanOrEqual(sealed.getTime());
      expect(await rival.postedBefore(ledgers(), [sealed])).toEqual(before);
      expect(await posted(tomorrow())).toEqual(['404 1 3: 3 3']);
    });

    test('are complete when two engines book at once', async () => {
      const [a, b] = [await scope.open(), await scope.open()];
      await Promise.all(
        Array.from({ length: 40 }, (_each, i) =>
          (i % 2 ? ledger : rival).post([[transfer(a, b, 1n)], [transfer(b, a, 2n)]], new Date()),
        ),
      );
      expect(await posted(tomorrow())).toEqual(['404 1 3: 120 120']);
    });
  });

  describe('the transfers of a range', () => {
    test('come in order, without holds, page by page, and by currency, kind and account', async () => {
      const [a, b, c] = [await scope.open(), await scope.open(), await scope.open('none', undefined, 2)];
      const [d, e] = [await scope.openForeign(), await scope.openForeign()];
      const held = hold(a, b, 50n);
      const start = tomorrow();
      const early = transfer(a, b, 1n);
      await scope.must(start, early);
      const at = later(start, 1_000);
      const of_range = [
        transfer(a, b, 2n, { memo: 'text' }),
        transfer(b, c, 3n, { code: 4 }),
        transfer(d, e, 4n),
        transfer(c, a, 5n),
      ];
      const booked = await scope.must(at, ...of_range, held);
      await scope.must(later(at, 1), capture(held));
      const [last] = booked.slice(-2);
      const before = new Date((last as BookedTransfer).created_at.getTime() + 1);
      const range = { ledgers: ledgers(), from: at, before };
      const all = await ledger.transfersIn(range, 100);
      expect(all).toEqual(booked.slice(0, 4));
      const [first] = await ledger.transfersIn(range, 1);
      expect(first).toEqual(all[0]);
      expect(await ledger.transfersIn({ ...range, after: all[0]?.timestamp }, 2)).toEqual(all.slice(1, 3));
      const ids = async (more: object) =>
        (await rival.transfersIn({ ...range, ...more }, 100)).map(({ amount }) => Number(amount));
      expect(await ids({ ledgers: ledgers().slice(1) })).toEqual([4]);
      expect(await ids({ transfer_code: 4 })).toEqual([3]);
      expect(await ids({ account_code: 2 })).toEqual([3, 5]);
      expect(await ids({ account_ids: [a, d] })).toEqual([2, 4, 5]);
      expect(await ids({ account_ids: [a, b], transfer_code: 3 })).toEqual([2, 5]);
      expect(await ids({ account_ids: [] })).toEqual([]);
      expect(await ids({ from: start })).toEqual([1, 2, 3, 4, 5]);
      expect(await ids({ before: start, from: new Date(0) })).toEqual([]);
      expect(await ids({ from: start, before: later(at, 3_600) })).toEqual([1, 2, 3, 4, 5, 50]);
    });
  });
}

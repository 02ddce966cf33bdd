/** The timeout of holds, by the clock of their scope. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { BookedTransfer, LedgerBackend, Transfer } from '../../../domain/ledger/backend.port.ts';
import { until } from '../../harness/index.ts';
import { balances, capture, hold, later, release, TestScope, transfer } from '../test-scope.ts';
import { HOUR_S, type Conformance } from './conformance.ts';

export function describeExpiry(current: () => Conformance): void {
  let ledger: LedgerBackend;
  let rival: LedgerBackend;
  let scope: TestScope;
  beforeEach(() => {
    ({ ledger, rival, scope } = current());
  });

  describe('the timeout of a hold', () => {
    let now: Date;
    let limited: string;
    let other: string;
    let held: Transfer;

    beforeEach(async () => {
      now = new Date();
      other = await scope.open();
      limited = await scope.openWithFunds(10n, now);
      held = hold(limited, other, 10n, 60);
      await scope.must(now, held);
    });

    test('has no effect before', async () => {
      expect(await scope.expireHolds(later(now, 58))).toBe(0);
      expect(await scope.chainAt(later(now, 58), capture(held))).toBe('created');
      await scope.expectBalances(limited, { credits_posted: 10n, debits_posted: 10n });
    });

    test('expires it, also before the sweep has released it', async () => {
      const expired_at = later(now, 61);
      expect(await scope.chainAt(expired_at, capture(held, { amount: 1n }))).toBe(
        'pending_transfer_expired @0',
      );
      expect(await scope.chainAt(expired_at, release(held))).toBe('pending_transfer_expired @0');
      await scope.expectBalances(limited, { credits_posted: 10n }, expired_at);
      await scope.expectBalances(other, {}, expired_at);
    });

    test('releases the amount at once, before the sweep: no transfer id fails for lack of it', async () => {
      const [early, late] = [transfer(limited, other, 9n), transfer(limited, other, 10n)];
      expect(await scope.chainAt(later(now, 58), early)).toBe('exceeds_credits @0');
      await scope.expectBalances(limited, { credits_posted: 10n, debits_pending: 10n }, later(now, 58));
      const expired_at = later(now, 61);
      expect(await scope.chainAt(expired_at, late)).toBe('created');
      expect(await scope.chainAt(expired_at, early)).toBe('id_already_failed @0');
      await scope.expectBalances(limited, { credits_posted: 10n, debits_posted: 10n }, expired_at);
      await scope.expectBalances(other, { credits_posted: 10n }, expired_at);
      expect(await scope.history(limited)).toMatchObject([
        { id: late.id, after: balances({ credits_posted: 10n, debits_posted: 10n }) },
        { id: held.id, after: balances({ credits_posted: 10n, debits_pending: 10n }) },
        {},
      ]);
      expect(await scope.chainAt(expired_at, capture(held))).toBe('pending_transfer_expired @0');
    });

    test('releases it on both sides, whichever account is used next and with which other', async () => {
      const [third, credit_limited] = [await scope.open(), await scope.open('credits')];
      await scope.must(
        now,
        transfer(credit_limited, third, 5n),
        transfer(third, limited, 5n),
        hold(limited, credit_limited, 5n, 60),
      );
      const expired_at = later(now, 61);
      expect(await scope.chainAt(expired_at, transfer(third, credit_limited, 5n))).toBe('created');
      await scope.expectBalances(credit_limited, { debits_posted: 5n, credits_posted: 5n }, expired_at);
      await scope.expectBalances(limited, { credits_posted: 15n }, expired_at);
      expect(await scope.chainAt(expired_at, transfer(limited, third, 15n))).toBe('created');
      await scope.expectBalances(limited, { credits_posted: 15n, debits_posted: 15n }, expired_at);
    });

    test('releases it also for a chain that is refused, and for the next one of the call', async () => {
      const expired_at = later(now, 61);
      const empty = await scope.open('debits');
      const [first, second] = [transfer(limited, other, 4n), transfer(limited, other, 6n)];
      expect(
        await scope.post(
          [
            [first, transfer(empty, other, 1n)],
            [transfer(limited, other, 11n)],
            [capture(held)],
            [second, capture(held)],
            [first, second],
          ],
          expired_at,
        ),
      ).toEqual([
        'exceeds_credits @1',
        'exceeds_credits @0',
        'pending_transfer_expired @0',
        'pending_transfer_expired @1',
        'created',
      ]);
      await scope.expectBalances(limited, { credits_posted: 10n, debits_posted: 10n }, expired_at);
    });

    test('releases it among holds that were resolved, and for a new hold', async () => {
      const [posted, voided, younger] = [
        hold(other, limited, 1n, 60),
        hold(other, limited, 2n, 60),
        hold(other, limited, 4n, 120),
      ];
      await scope.must(now, posted, voided, younger, capture(posted), release(voided));
      const expired_at = later(now, 61);
      const again = hold(limited, other, 11n, 30);
      expect(await scope.chainAt(expired_at, again)).toBe('created');
      await scope.expectBalances(
        limited,
        { credits_posted: 11n, debits_pending: 11n, credits_pending: 4n },
        expired_at,
      );
      expect(await scope.chainAt(later(now, 90), transfer(limited, other, 1n))).toBe('exceeds_credits @0');
      expect(await scope.chainAt(later(now, 92), transfer(limited, other, 1n))).toBe('created');
      expect(await scope.chainAt(later(now, 92), capture(younger))).toBe('created');
      await scope.expectBalances(limited, { credits_posted: 15n, debits_posted: 1n }, later(now, 121));
    });

    test('releases it in the history from its expiry on, swept or not', async () => {
      const points = async () => [
        await ledger.balancesAt(limited, later(now, 59)),
        await ledger.balancesAt(limited, later(now, 61)),
        await ledger.balancesAt(other, later(now, 59)),
        await ledger.balancesAt(other, later(now, 61)),
      ];
      const expected = [
        balances({ credits_posted: 10n, debits_pending: 10n }),
        balances({ credits_posted: 10n }),
        balances({ credits_pending: 10n }),
        balances({}),
      ];
      expect(await points()).toEqual(expected);
      await scope.expireHolds(later(now, 70));
      expect(await points()).toEqual(expected);
      const [next, endless] = [hold(limited, other, 3n, 60), hold(limited, other, 2n)];
      await scope.must(later(now, 80), next, endless);
      expect(await points()).toEqual(expected);
      const held_then = async (seconds: number) =>
        (await ledger.balancesAt(limited, later(now, seconds))).debits_pending;
      expect([await held_then(79), await held_then(81), await held_then(139), await held_then(141)]).toEqual([
        0n,
        5n,
        5n,
        2n,
      ]);
      await scope.must(later(now, 100), capture(next));
      expect([await held_then(81), await held_then(101), await held_then(141)]).toEqual([5n, 2n, 2n]);
    });

    test('lets the sweep release it, once', async () => {
      const expired_at = later(now, 61);
      expect(await ledger.expireHolds(expired_at, scope.number)).toBe(1);
      await scope.expectBalances(limited, { credits_posted: 10n });
      await scope.expectBalances(other, {});
      expect(await ledger.expireHolds(expired_at, scope.number)).toBe(0);
      expect(await rival.expireHolds(expired_at, scope.number)).toBe(0);
      expect(await scope.chainAt(expired_at, capture(held))).toBe('pending_transfer_expired @0');
      expect(await scope.chainAt(expired_at, release(held))).toBe('pending_transfer_expired @0');
      expect(await scope.chainAt(expired_at, held)).toBe('replayed');
      expect(await scope.chainAt(expired_at, transfer(limited, other, 10n))).toBe('created');
    });

    test('is final: not even a clock that went back lets it be posted after the sweep', async () => {
      expect(await scope.expireHolds(later(now, 61))).toBe(1);
      expect(await scope.chainAt(now, capture(held))).toBe('pending_transfer_expired @0');
    });

    test('shows in the history only by the released amount', async () => {
      const expired_at = later(now, 61);
      await scope.expireHolds(expired_at);
      expect(await ledger.history(limited, 1)).toMatchObject([
        { id: held.id, after: balances({ credits_posted: 10n, debits_pending: 10n }) },
      ]);
      const next = transfer(limited, other, 4n);
      await scope.must(expired_at, next);
      const entries = await scope.history(limited);
      expect(entries).toMatchObject([
        { id: next.id, after: balances({ credits_posted: 10n, debits_posted: 4n }) },
        { id: held.id },
        { amount: 10n },
      ]);
      // Page by page it is the same.
      const page = await ledger.history(limited, 2);
      expect(page).toEqual(entries.slice(0, 2));
      expect(await ledger.history(limited, 2, page[1]?.timestamp)).toEqual(entries.slice(2));
      expect((await scope.history(other)).map(({ id }) => id)).toEqual([next.id, held.id]);
    });

    test('is by the clock of its scope: another scope is not swept', async () => {
      const other_scope = new TestScope(ledger);
      const theirs = hold(await other_scope.open(), await other_scope.open(), 1n, 60);
      await other_scope.must(now, theirs);
      expect(await scope.expireHolds(later(now, 61))).toBe(1);
      expect(await other_scope.chainAt(now, capture(theirs))).toBe('created');
      await other_scope.audit();
    });

    test('does not concern holds that were resolved, that are younger, or that have no timeout', async () => {
      const [posted, voided, younger, endless] = [
        hold(other, limited, 1n, 60),
        hold(other, limited, 2n, 60),
        hold(other, limited, 4n, 120),
        hold(other, limited, 8n),
      ];
      await scope.must(now, posted, voided, younger, endless, capture(posted), release(voided));
      expect(await scope.expireHolds(later(now, 61))).toBe(1);
      await scope.expectBalances(other, { debits_posted: 1n, debits_pending: 12n });
      expect(await scope.expireHolds(later(now, 121))).toBe(1);
      await scope.expectBalances(other, { debits_posted: 1n, debits_pending: 8n });
      expect(await scope.expireHolds(later(now, 90 * 24 * HOUR_S))).toBe(0);
      expect(await scope.chainAt(later(now, 90 * 24 * HOUR_S), capture(endless))).toBe('created');
    });

    test('begins when it is booked, not when its id was first tried', async () => {
      // Refused at first, for a reason that leaves the id usable.
      const empty = transfer(await scope.open('debits'), other, 1n);
      const late = hold(other, limited, 3n, 60);
      expect(await scope.chainAt(now, late, empty)).toBe('exceeds_credits @1');
      await scope.must(later(now, 50), late);
      expect(await scope.expireHolds(later(now, 70))).toBe(1);
      await scope.expectBalances(other, { debits_pending: 3n });
      expect(await scope.expireHolds(later(now, 108))).toBe(0);
      expect(await scope.expireHolds(later(now, 111))).toBe(1);
      await scope.expectBalances(other, {});
    });

    test('is not missed when the sweep ran between a first try and the booking', async () => {
      const empty = transfer(await scope.open('debits'), other, 1n);
      const late = hold(other, limited, 3n, 60);
      expect(await scope.chainAt(now, late, empty)).toBe('exceeds_credits @1');
      expect(await scope.expireHolds(later(now, 61))).toBe(1);
      await scope.must(later(now, 62), late);
      expect(await scope.expireHolds(later(now, 125))).toBe(1);
      await scope.expectBalances(other, {});
    });

    test('sweeps any number of holds', async () => {
      const holds = Array.from({ length: 1_300 }, () => hold(other, limited, 1n, 60));
      await ledger.post(
        holds.map((each) => [each]),
        now,
      );
      // Some were resolved: they are not counted, and the others are found after them.
      const ended = holds.slice(0, 600);
      expect(
        new Set(
          await scope.post(
            ended.map((each) => [capture(each)]),
            now,
          ),
        ),
      ).toEqual(new Set(['created']));
      expect(await scope.expireHolds(later(now, 62))).toBe(701);
      await scope.expectBalances(other, { debits_posted: 600n });
    });

    test('in a chain: transfers before it are checked first, transfers after it never', async () => {
      const expired_at = later(now, 61);
      const [a, empty] = [await scope.open(), await scope.open('debits')];
      const [good, failed, not_reached] = [
        transfer(a, other, 1n),
        transfer(empty, a, 1n),
        transfer(empty, a, 2n),
      ];
      expect(await scope.chainAt(expired_at, good, capture(held), not_reached)).toBe(
        'pending_transfer_expired @1',
      );
      expect(await scope.chainAt(expired_at, failed, capture(held))).toBe('exceeds_credits @0');
      expect(await scope.chainAt(expired_at, failed, capture(held))).toBe('id_already_failed @0');
      await scope.must(expired_at, transfer(a, empty, 3n));
      expect(await scope.post([[good], [not_reached], [failed]], expired_at)).toEqual([
        'created',
        'created',
        'id_already_failed @0',
      ]);
    });

    test('after it a repeat of the post is still a repeat, and another post or void is refused', async () => {
      const end = capture(held, { amount: 6n });
      await scope.must(later(now, 30), end);
      const expired_at = later(now, HOUR_S);
      expect(await scope.expireHolds(expired_at)).toBe(0);
      const before = transfer(other, limited, 1n);
      expect(
        await scope.post(
          [
            [end],
            [{ ...end, amount: 5n }],
            [capture(held, { amount: 6n })],
            [release(held)],
            [before, end],
            [end, before],
          ],
          expired_at,
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
      const brief = hold(other, limited, 2n, 1);
      const [booked] = await scope.must(now, brief);
      const end = (booked as BookedTransfer).created_at.getTime() + 1_001;
      await until('a second has passed', () => Date.now() >= end);
      expect(await scope.chain(capture(brief))).toBe('pending_transfer_expired @0');
      expect(await scope.chain(release(brief))).toBe('pending_transfer_expired @0');
      // The cluster releases by itself, very soon.
      await until('it is released', async () => (await scope.balances(other)).debits_pending === 0n);
      await scope.expireHolds(new Date());
      expect(await scope.expireHolds(new Date())).toBe(0);
      expect(await scope.chain(capture(brief))).toBe('pending_transfer_expired @0');
    });
  });
}

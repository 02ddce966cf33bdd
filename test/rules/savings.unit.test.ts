/** What notices still cover, and what an account keeps. */
import { describe, expect, test } from 'vitest';
import { openNotices, usedBy } from '../../domain/savings/notices/open-notices.rules.ts';
import { belowMinimum, freeToKeep } from '../../domain/savings/rules/product-rules.rules.ts';

describe('notices', () => {
  const sums = { given_minor: 500n, ripe_minor: 300n, used_minor: 100n };

  test.each([
    { balance: 1_000n, open_minor: 400n, ripe_minor: 200n, lapsed_minor: 0n },
    { balance: 400n, open_minor: 400n, ripe_minor: 200n, lapsed_minor: 0n },
    { balance: 250n, open_minor: 250n, ripe_minor: 50n, lapsed_minor: 150n },
    { balance: 100n, open_minor: 100n, ripe_minor: 0n, lapsed_minor: 300n },
    { balance: 0n, open_minor: 0n, ripe_minor: 0n, lapsed_minor: 400n },
  ])('of an account that holds $balance', ({ balance, ...open }) => {
    expect(openNotices(sums, balance)).toEqual(open);
  });

  test.each([
    { name: 'covered, and enough is left', covered: 200n, left: 800n, used: 200n },
    { name: 'covered, and less is left than is open', covered: 200n, left: 50n, used: 350n },
    { name: 'not covered, and less is left than is open', covered: 0n, left: 300n, used: 100n },
    { name: 'it cannot be paid', covered: 0n, left: -10n, used: 400n },
  ])('are used by a movement: $name', ({ covered, left, used }) => {
    const open = openNotices(sums, 1_000n);
    expect(usedBy(open, { covered_minor: covered, left_minor: left })).toBe(used);
  });

  test('that have lapsed are used by the next movement', () => {
    const open = openNotices(sums, 250n);
    expect(usedBy(open, { covered_minor: 50n, left_minor: 200n })).toBe(200n);
  });
});

describe('the minimum of 200', () => {
  const taking = (amount_minor: bigint) => ({ amount_minor, fee_minor: 0n, currency: 'KES' as const });

  test.each([
    { name: 'nothing is on hold', available: 1_000n, leaving: 0n, most: 800n, free: 200n },
    { name: 'a part is pledged', available: 900n, leaving: 0n, most: 800n, free: 100n },
    { name: 'more is pledged', available: 700n, leaving: 0n, most: 700n, free: 0n },
    { name: 'a part is being sent', available: 900n, leaving: 100n, most: 700n, free: 200n },
    { name: 'a part of each', available: 800n, leaving: 100n, most: 700n, free: 100n },
  ])('$name', ({ available, leaving, most, free }) => {
    const held = { balance_minor: 1_000n, available_minor: available, leaving_minor: leaving };
    expect(belowMinimum(taking(most), 200n, held)).toBeNull();
    if (most < available)
      expect(belowMinimum(taking(most + 1n), 200n, held)).toMatchObject({ reason: 'below_minimum' });
    // More than is available fails for that.
    expect(belowMinimum(taking(available + 1n), 200n, held)).toBeNull();
    expect(freeToKeep(200n, held)).toBe(free);
  });
});

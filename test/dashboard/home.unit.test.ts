/** What the first page makes of the months of a cooperative. */
import { describe, expect, test } from 'vitest';
import { figuresOfMonths, signed, type HomeMonth } from '../../dashboard/pages/desk/home/months.rules.ts';
import { linePoints } from '../../dashboard/ui/sparkline.rules.ts';

/** Thirteen months in which savings grow by 100 each, and cash and banks by 10 and 1. */
const MONTHS = Array.from(
  { length: 13 },
  (_none, i) =>
    ({
      savings_minor: 1_000 + 100 * i,
      outstanding_minor: 500,
      par30_bps: i === 12 ? 120 : 150,
      cash_minor: 10 * i,
      banks_minor: i,
    }) as HomeMonth,
);

describe('figures of months', () => {
  test('what each is now, its change since last month, and the last twelve', () => {
    const { savings, loans, par30, cash_and_banks } = figuresOfMonths(MONTHS);
    expect(savings).toMatchObject({ now: 2_200n, change: 100n });
    expect(savings.values).toHaveLength(12);
    expect(savings.values[0]).toBe(1_100n);
    expect(loans.change).toBe(0n);
    expect(par30).toMatchObject({ now: 120n, change: -30n });
    expect(cash_and_banks).toMatchObject({ now: 132n, change: 11n });
  });

  test('none where there are no months', () => {
    expect(figuresOfMonths([]).savings).toEqual({ now: 0n, change: 0n, values: [] });
  });

  test('a change has its sign', () => {
    expect([5n, 0n, -5n].map((change) => signed(change, String))).toEqual(['+5', '0', '-5']);
  });
});

test('the line goes from left to right, the least value at the bottom', () => {
  expect(linePoints([0, 10, 5])).toBe('0,22 50,2 100,12');
  expect(linePoints([7, 7])).toBe('0,12 100,12');
});

/** What movements of a till are worth to it. */
import { describe, expect, test } from 'vitest';
import { ofTill, type TillMovement } from '../../dashboard/pages/tills/signed.rules.ts';

const entry = (some: Partial<TillMovement>): TillMovement => ({
  kind: 'deposit',
  source: 'cash',
  direction: null,
  amount_minor: 1_500,
  session: 'tse_1',
  reverses_kind: null,
  ...some,
});

describe('movements of a till', () => {
  test('what leaves it is less than nothing', () => {
    expect(ofTill(entry({}), 'tse_1')).toBe(1_500n);
    expect(ofTill(entry({ kind: 'withdrawal', source: 'savings' }), 'tse_1')).toBe(-1_500n);
    expect(ofTill(entry({ kind: 'cash_adjustment', source: null, direction: 'out' }), 'tse_1')).toBe(-1_500n);
  });

  test('a transfer leaves one till and comes into the other', () => {
    const carried = entry({ kind: 'till_transfer', source: null, direction: 'out' });
    expect(ofTill(carried, 'tse_1')).toBe(-1_500n);
    expect(ofTill(carried, 'tse_2')).toBe(1_500n);
  });

  test('a reversal takes back what it reverses', () => {
    expect(ofTill(entry({ kind: 'reversal', reverses_kind: 'deposit' }), 'tse_1')).toBe(-1_500n);
  });
});

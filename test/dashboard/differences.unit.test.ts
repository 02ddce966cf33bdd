/** How a line of a statement differs from what it names in our books. */
import { describe, expect, test } from 'vitest';
import {
  differencesOf,
  type ComparedLine,
} from '../../dashboard/pages/reconciliation/run/differences.rules.ts';

const OURS = {
  type: 'payment',
  amount_minor: 10_000,
  currency: 'KES',
  date: '2026-11-20',
  provider_txn_id: null,
} as const;
const LINE: ComparedLine = {
  kind: 'payment',
  amount_minor: 10_000,
  currency: 'KES',
  date: '2026-11-20',
  provider_txn_id: 'T1',
  ours: OURS,
};

describe('a line', () => {
  test('that is the same does not differ, nor does one that names nothing', () => {
    expect(differencesOf(LINE)).toEqual([]);
    expect(differencesOf({ ...LINE, ours: { ...OURS, provider_txn_id: 'T1' } })).toEqual([]);
    expect(differencesOf({ ...LINE, ours: null })).toEqual([]);
    expect(differencesOf({ ...LINE, date: null })).toEqual([]);
  });

  test('differs in its amount, whichever sign the file gives it', () => {
    expect(differencesOf({ ...LINE, amount_minor: 10_100 })).toEqual([{ of: 'amount', by_minor: 100 }]);
    expect(differencesOf({ ...LINE, amount_minor: 9_900 })).toEqual([{ of: 'amount', by_minor: -100 }]);
    const payout: ComparedLine = { ...LINE, kind: 'payout', ours: { ...OURS, type: 'payout' } };
    expect(differencesOf({ ...payout, amount_minor: -10_000 })).toEqual([]);
    expect(differencesOf({ ...payout, amount_minor: -10_050 })).toEqual([{ of: 'amount', by_minor: 50 }]);
  });

  test('in another currency is not compared by amount', () => {
    expect(differencesOf({ ...LINE, currency: 'USD', amount_minor: 1 })).toEqual([{ of: 'currency' }]);
  });

  test('differs in its day, over the end of a month too', () => {
    expect(differencesOf({ ...LINE, date: '2026-11-22' })).toEqual([{ of: 'date', by_days: 2 }]);
    expect(differencesOf({ ...LINE, date: '2026-10-31' })).toEqual([{ of: 'date', by_days: -20 }]);
  });

  test('differs in its id of the provider', () => {
    expect(differencesOf({ ...LINE, ours: { ...OURS, provider_txn_id: 'T2' } })).toEqual([
      { of: 'provider_id' },
    ]);
  });

  test('of a refund that names a payment is of another amount and id by nature', () => {
    const ours = { ...OURS, provider_txn_id: 'T2' };
    expect(differencesOf({ ...LINE, kind: 'refund', amount_minor: -500, ours })).toEqual([]);
    const refund = { ...ours, type: 'refund', amount_minor: 500 } as const;
    expect(differencesOf({ ...LINE, kind: 'refund', amount_minor: -600, ours: refund })).toEqual([
      { of: 'amount', by_minor: 100 },
      { of: 'provider_id' },
    ]);
  });
});

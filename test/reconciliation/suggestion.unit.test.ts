/** What is suggested for a line of a statement: only what the decision would carry out. */
import { describe, expect, test } from 'vitest';
import {
  suggestionFor,
  type SuggestibleLine,
} from '../../domain/reconciliation/comparison/suggestion.rules.ts';

const PAYMENT: SuggestibleLine = {
  kind: 'payment',
  match_status: 'matched',
  status: 'open',
  provider_txn_id: 'T1',
  reference: 'R-1',
  payout_id: null,
  is_id_taken: false,
  payment: { status: 'pending', provider_txn_id: null },
  payout: null,
};
const PAYOUT: SuggestibleLine = {
  ...PAYMENT,
  kind: 'payout',
  match_status: 'not_applicable',
  payment: null,
};
const OF_PAYOUT: SuggestibleLine = {
  ...PAYOUT,
  match_status: 'status_mismatch',
  payout_id: 'pyo_1',
  payout: { origin: 'merchant', outcome: 'failed' },
};

describe('a payment', () => {
  const settle = { action: 'settle_payment', reason: 'payment_not_completed' };

  test('of the same amount that is not completed is to be settled', () => {
    expect(suggestionFor(PAYMENT)).toEqual(settle);
    expect(suggestionFor({ ...PAYMENT, provider_txn_id: null })).toEqual(settle);
    expect(suggestionFor({ ...PAYMENT, payment: { status: 'processing', provider_txn_id: 'T1' } })).toEqual(
      settle,
    );
  });

  test.each<[string, Partial<SuggestibleLine>]>([
    ['is completed', { payment: { status: 'completed', provider_txn_id: 'T1' } }],
    ['has failed since', { payment: { status: 'failed', provider_txn_id: null } }],
    ['has another id of the provider', { payment: { status: 'pending', provider_txn_id: 'T2' } }],
    ['lost its id to another payment', { is_id_taken: true }],
    ['is resolved', { status: 'resolved' }],
    ['waits for a second person', { status: 'awaiting_approval' }],
    ['is being resolved', { status: 'resolving' }],
    ['is named twice', { match_status: 'duplicate' }],
    ['has another amount', { match_status: 'amount_mismatch' }],
    ['is unknown', { match_status: 'unmatched', payment: null }],
  ])('that %s is left to a person', (_what, change) => {
    expect(suggestionFor({ ...PAYMENT, ...change })).toBeNull();
  });
});

describe('payouts and fees', () => {
  test.each([
    ['payout', 'book_payout'],
    ['payout_reversal', 'book_payout'],
    ['fee', 'book_fee'],
    ['fee_reversal', 'book_fee'],
  ] as const)('%s: %s', (kind, action) => {
    expect(suggestionFor({ ...PAYOUT, kind })).toEqual({ action, reason: 'not_booked' });
    const without = { provider_txn_id: null, reference: null };
    expect(suggestionFor({ ...PAYOUT, kind, ...without })).toEqual({ action, reason: 'without_id' });
    expect(suggestionFor({ ...PAYOUT, kind, is_id_taken: true })).toBeNull();
    expect(suggestionFor({ ...PAYOUT, kind, match_status: 'duplicate' })).toBeNull();
  });

  test('a payout of nobody that we know can be booked', () => {
    expect(suggestionFor({ ...PAYOUT, match_status: 'not_found' })?.reason).toBe('not_booked');
  });

  test("the merchant's payout that failed in our books can be booked; any other books itself, or is a person's", () => {
    expect(suggestionFor(OF_PAYOUT)).toEqual({ action: 'book_payout', reason: 'payout_not_paid' });
    for (const payout of [
      { origin: 'sacco', outcome: 'failed' },
      { origin: 'merchant', outcome: 'succeeded' },
      { origin: 'merchant', outcome: null },
    ] as const)
      expect(suggestionFor({ ...OF_PAYOUT, payout })).toBeNull();
    for (const match_status of ['amount_mismatch', 'currency_mismatch', 'duplicate'] as const)
      expect(suggestionFor({ ...OF_PAYOUT, match_status })).toBeNull();
  });
});

test.each(['refund', 'other'] as const)('nothing is suggested for a line of kind %s', (kind) => {
  expect(suggestionFor({ ...PAYOUT, kind })).toBeNull();
});

/** What entries of a day come to in cash, and balances as accountants write them. */
import { expect, test } from 'vitest';
import { runningBalances, sided } from '../../dashboard/pages/accounting/balances.rules.ts';
import { cashOf, totalsByKind, totalsOf } from '../../dashboard/pages/desk/day.rules.ts';

type Cash = Parameters<typeof cashOf>[0];

const entry = (kind: string, more: Partial<Cash> = {}): Cash => ({
  kind,
  source: null,
  direction: null,
  status: 'posted',
  amount_minor: 100,
  reversed_by_entry_id: null,
  ...more,
});

test.each([
  [entry('deposit', { source: 'cash' }), 100n],
  [entry('deposit', { source: 'bank' }), 0n],
  [entry('entrance_fee', { source: 'cash' }), 100n],
  [entry('loan_repayment', { source: 'savings' }), 0n],
  [entry('withdrawal', { source: 'savings' }), -100n],
  [entry('withdrawal', { source: 'mobile' }), 0n],
  [entry('expense'), -100n],
  [entry('expense', { source: 'bank' }), 0n],
  [entry('member_exit'), -100n],
  [entry('cash_adjustment', { direction: 'in' }), 100n],
  [entry('cash_adjustment', { direction: 'out' }), -100n],
  [entry('banking', { source: 'bank', direction: 'till_to_bank' }), -100n],
  [entry('banking', { source: 'bank', direction: 'provider_to_bank' }), 0n],
  [entry('deposit', { source: 'cash', status: 'awaiting_approval' }), 0n],
  [entry('deposit', { source: 'cash', reversed_by_entry_id: 'ent_1' }), 0n],
])('the cash of %o', (each, cash) => {
  expect(cashOf(each)).toBe(cash);
});

test('a day in total and by kind', () => {
  const entries = [entry('deposit', { source: 'cash' }), entry('withdrawal', { source: 'savings' })];
  entries.push(entry('deposit', { source: 'cash', amount_minor: 50 }), entry('deposit', { source: 'bank' }));
  expect(totalsOf(entries)).toEqual({ in_minor: 150n, out_minor: 100n, count: 3 });
  expect(totalsByKind(entries)).toEqual([
    ['deposit', { in_minor: 150n, out_minor: 0n, count: 2 }],
    ['withdrawal', { in_minor: 0n, out_minor: 100n, count: 1 }],
  ]);
});

test('balances lie on their side', () => {
  expect(sided(5, 'debit')).toEqual({ debit_minor: 5n, credit_minor: 0n });
  expect(sided(5, 'credit')).toEqual({ debit_minor: 0n, credit_minor: 5n });
  expect(sided(-5, 'debit')).toEqual({ debit_minor: 0n, credit_minor: 5n });
  expect(sided(-5n, 'credit')).toEqual({ debit_minor: 5n, credit_minor: 0n });
  expect(
    runningBalances(10n, [
      { debit_minor: 5, credit_minor: 0 },
      { debit_minor: 0n, credit_minor: 20n },
    ]),
  ).toEqual([15n, -5n]);
});

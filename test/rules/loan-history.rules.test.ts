/** When installments were paid and when a loan was late. */
import { expect, test } from 'vitest';
import { arrearsOf, historyOf, type Booked } from '../../domain/loans/repayments/loan-history.rules.ts';
import { openInstallments } from '../../domain/loans/positions/position.rules.ts';

const LINES = openInstallments(
  ['2026-02-01', '2026-03-01', '2026-04-01'].map((due_on, i) => ({
    no: i + 1,
    due_on,
    principal_minor: 100n,
    interest_minor: 10n,
  })),
);

const charged = (installment_no: number, amount_minor = 10n): Booked => ({
  kind: 'charge',
  charge: { installment_no, income: 'interest_income', amount_minor },
});
const paid = (entry_id: string, paid_on: string, amount_minor: bigint): Booked => ({
  kind: 'repayment',
  entry_id,
  paid_on,
  amount_minor,
});

test('a repayment is split among the installments that it pays; one is paid when nothing of it is left', () => {
  const history = historyOf(LINES, [
    charged(1),
    paid('a', '2026-02-01', 60n),
    paid('b', '2026-02-20', 80n),
    charged(2),
    paid('c', '2026-03-01', 80n),
  ]);
  expect(history).toEqual([
    {
      no: 1,
      due_on: '2026-02-01',
      paid_on: '2026-02-20',
      payments: [
        { entry_id: 'a', paid_on: '2026-02-01', amount_minor: 60n },
        { entry_id: 'b', paid_on: '2026-02-20', amount_minor: 50n },
      ],
    },
    {
      no: 2,
      due_on: '2026-03-01',
      paid_on: '2026-03-01',
      payments: [
        { entry_id: 'b', paid_on: '2026-02-20', amount_minor: 30n },
        { entry_id: 'c', paid_on: '2026-03-01', amount_minor: 80n },
      ],
    },
    { no: 3, due_on: '2026-04-01', paid_on: null, payments: [] },
  ]);
});

test('what pays the loan off pays every installment, whose interest is never charged then', () => {
  const history = historyOf(LINES, [charged(1), paid('a', '2026-02-01', 310n)]);
  expect(history.map(({ paid_on }) => paid_on)).toEqual(['2026-02-01', '2026-02-01', '2026-02-01']);
});

test.each([
  ['never late', [['2026-02-01', '2026-02-01']], []],
  ['paid ahead', [['2026-02-01', '2026-01-10']], []],
  [
    'late for a day, paid on the second day after',
    [['2026-02-01', '2026-02-03']],
    [{ from: '2026-02-02', to: '2026-02-02', days: 1, installments: 1 }],
  ],
  [
    'two installments late one after the other are one time',
    [
      ['2026-02-01', '2026-03-10'],
      ['2026-03-01', '2026-03-20'],
    ],
    [{ from: '2026-02-02', to: '2026-03-19', days: 46, installments: 2 }],
  ],
  [
    'late twice',
    [
      ['2026-02-01', '2026-02-11'],
      ['2026-03-01', null],
    ],
    [
      { from: '2026-02-02', to: '2026-02-10', days: 9, installments: 1 },
      { from: '2026-03-02', to: null, days: 30, installments: 1 },
    ],
  ],
] as const)('arrears: %s', (_what, lines, expected) => {
  const history = lines.map(([due_on, paid_on]) => ({ due_on, paid_on }));
  expect(arrearsOf(history, { until: '2026-03-31', is_over: false })).toEqual(expected);
});

test('a loan that was written off is late no longer', () => {
  const history = [{ due_on: '2026-02-01', paid_on: null }];
  expect(arrearsOf(history, { until: '2026-02-28', is_over: true })).toEqual([
    { from: '2026-02-02', to: '2026-02-28', days: 27, installments: 1 },
  ]);
});

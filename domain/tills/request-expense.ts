/** What the cooperative spends on itself, paid from the tills or by the bank; a checker decides. */
import { formatMoney } from '../../core/money.ts';
import {
  always,
  bankMoney,
  defineMovement,
  leg,
  requestEntry,
  type MovementRequest,
  type RequestedEntry,
} from '../movements/index.ts';
import type { Caller } from '../platform/unit.ts';

export const EXPENSES = [
  defineMovement({
    title: 'Expense',
    kind: 'expense',
    legs: [leg('operating_expenses', 'cash_on_hand')],
    approval: always(),
    reversal: {},
  }),
  defineMovement({
    title: 'Expense by the bank',
    kind: 'expense',
    source: 'bank',
    legs: [leg('operating_expenses', 'bank')],
    approval: always(),
    reversal: {},
  }),
];

export interface ExpenseRequest extends MovementRequest, bankMoney.BankMoney {
  paid_from?: 'cash' | 'bank';
  /** What for, in the cooperative's own words: reports add up by it. */
  category: string;
  memo: string;
}

/**
 * Requests money to be paid out as an expense. Whether the tills or the bank account hold it counts once it is approved.
 * @throws AppError as `requestEntry`
 */
export function requestExpense(caller: Caller, body: ExpenseRequest): Promise<RequestedEntry> {
  const { amount_minor, category, memo, paid_from } = body;
  return requestEntry(caller, {
    operation: ['POST sacco expenses'],
    body,
    entry: {
      kind: 'expense',
      source: paid_from === 'bank' ? 'bank' : null,
      member_id: null,
      amount_minor,
      category,
      memo,
    },
    summary: ({ currency, accounts }) =>
      `Expense of ${formatMoney(amount_minor, currency)}${bankMoney.inSummary(accounts)} for ${category}: ${memo}`,
  });
}

/** What the cooperative spends on itself, paid from the tills; a checker decides. */
import { formatMoney } from '../../core/money.ts';
import {
  always,
  defineMovement,
  leg,
  requestEntry,
  type MovementRequest,
  type RequestedEntry,
} from '../movements/index.ts';
import type { Caller } from '../platform/unit.ts';

export const EXPENSE = defineMovement({
  title: 'Expense',
  kind: 'expense',
  legs: [leg('operating_expenses', 'cash_on_hand')],
  approval: always(),
  reversal: {},
});

export interface ExpenseRequest extends MovementRequest {
  /** What for, in the cooperative's own words: reports add up by it. */
  category: string;
  memo: string;
}

/**
 * Requests cash to be paid out as an expense. Whether the tills hold it counts once it is approved.
 * @throws AppError as `requestEntry`
 */
export function requestExpense(caller: Caller, body: ExpenseRequest): Promise<RequestedEntry> {
  const { amount_minor, category, memo } = body;
  return requestEntry(caller, {
    operation: ['POST sacco expenses'],
    body,
    entry: { kind: 'expense', member_id: null, amount_minor, category, memo },
    summary: ({ currency }) => `Expense of ${formatMoney(amount_minor, currency)} for ${category}: ${memo}`,
  });
}

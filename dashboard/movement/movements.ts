/** The movements that are asked for in a dialog with an amount: what they are called, and what they do to a balance. */
import type { TextId } from '../words.ts';

export interface MovementFacts {
  title: TextId;
  /** The button, with `amount`: `Deposit 1,500.00 KES`. */
  verb: TextId;
  /** Once posted, with `amount`: `Deposited 1,500.00 KES`. */
  done: TextId;
  /** Where the money can come from. */
  sources: readonly Source[];
  memo: 'optional' | 'required';
}

export type Source = 'cash' | 'savings';
export type MovementName =
  'deposit' | 'withdrawal' | 'shares' | 'repayment' | 'cash_in' | 'cash_out' | 'expense';

export const MOVEMENTS: Record<MovementName, MovementFacts> = {
  deposit: {
    title: 'movement.deposit',
    verb: 'movement.deposit_amount',
    done: 'movement.deposited',
    sources: [],
    memo: 'optional',
  },
  withdrawal: {
    title: 'movement.withdraw',
    verb: 'movement.withdraw_amount',
    done: 'movement.withdrew',
    sources: [],
    memo: 'optional',
  },
  shares: {
    title: 'movement.buy_shares',
    verb: 'movement.buy_shares_amount',
    done: 'movement.bought_shares',
    sources: ['cash', 'savings'],
    memo: 'optional',
  },
  repayment: {
    title: 'movement.repay',
    verb: 'movement.repay_amount',
    done: 'movement.repaid',
    sources: ['cash', 'savings'],
    memo: 'optional',
  },
  cash_in: {
    title: 'movement.count_in',
    verb: 'movement.count_in_amount',
    done: 'movement.counted_in',
    sources: [],
    memo: 'required',
  },
  cash_out: {
    title: 'movement.count_out',
    verb: 'movement.count_out_amount',
    done: 'movement.counted_out',
    sources: [],
    memo: 'required',
  },
  expense: {
    title: 'movement.expense',
    verb: 'movement.expense_amount',
    done: 'movement.spent',
    sources: [],
    memo: 'required',
  },
};

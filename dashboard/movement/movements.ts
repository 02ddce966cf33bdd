/** The movements that are requested in a dialog with an amount: operation, texts, sources and memo. */
import type { OperationId } from '../generated/operations.ts';
import type { TextId } from '../words.ts';

interface MovementTexts {
  title: TextId;
  /** The button, with `amount`: `Deposit 1,500.00 KES`. */
  verb: TextId;
  /** Once posted, with `amount`: `Deposited 1,500.00 KES`. */
  done: TextId;
  /** Where the money can come from or go to. */
  sources: readonly Source[];
  /** The field of the request that says so; null where it follows from the movement. */
  source_field: SourceField | null;
  memo: 'optional' | 'required';
}

export interface MovementFacts extends MovementTexts {
  operation: OperationOf<MovementName>;
}

export type Source = 'cash' | 'savings' | 'bank' | 'mobile';
/** The field of a request that says where the money comes from or goes to. */
export type SourceField = 'from' | 'to' | 'paid_from';
export type MovementName = keyof typeof MOVEMENTS;
export type OperationOf<Name extends MovementName> = (typeof MOVEMENTS)[Name]['operation'];

export const MOVEMENTS = {
  deposit: {
    operation: 'sacco.members.deposit',
    title: 'movement.deposit',
    verb: 'movement.deposit_amount',
    done: 'movement.deposited',
    sources: ['cash', 'bank'],
    source_field: 'from',
    memo: 'optional',
  },
  withdrawal: {
    operation: 'sacco.members.withdraw',
    title: 'movement.withdraw',
    verb: 'movement.withdraw_amount',
    done: 'movement.withdrew',
    sources: ['cash', 'mobile', 'bank'],
    source_field: 'to',
    memo: 'optional',
  },
  shares: {
    operation: 'sacco.members.buyShares',
    title: 'movement.buy_shares',
    verb: 'movement.buy_shares_amount',
    done: 'movement.bought_shares',
    sources: ['cash', 'savings', 'bank'],
    source_field: 'from',
    memo: 'optional',
  },
  repayment: {
    operation: 'sacco.loans.repay',
    title: 'movement.repay',
    verb: 'movement.repay_amount',
    done: 'movement.repaid',
    sources: ['cash', 'savings', 'bank'],
    source_field: 'from',
    memo: 'optional',
  },
  cash_in: {
    operation: 'sacco.cashAdjustments.create',
    title: 'movement.count_in',
    verb: 'movement.count_in_amount',
    done: 'movement.counted_in',
    sources: [],
    source_field: null,
    memo: 'required',
  },
  cash_out: {
    operation: 'sacco.cashAdjustments.create',
    title: 'movement.count_out',
    verb: 'movement.count_out_amount',
    done: 'movement.counted_out',
    sources: [],
    source_field: null,
    memo: 'required',
  },
  expense: {
    operation: 'sacco.expenses.create',
    title: 'movement.expense',
    verb: 'movement.expense_amount',
    done: 'movement.spent',
    sources: ['cash', 'bank'],
    source_field: 'paid_from',
    memo: 'required',
  },
  tax_remittance: {
    operation: 'sacco.taxRemittances.create',
    title: 'movement.remit_tax',
    verb: 'movement.remit_tax_amount',
    done: 'movement.remitted_tax',
    sources: ['cash', 'bank'],
    source_field: 'paid_from',
    memo: 'required',
  },
  bank_receipt: {
    operation: 'sacco.unallocated.create',
    title: 'movement.receive_at_bank',
    verb: 'movement.receive_amount',
    done: 'movement.received',
    sources: ['bank'],
    source_field: null,
    memo: 'required',
  },
  banking: {
    operation: 'sacco.bankings.create',
    title: 'movement.banking',
    verb: 'movement.banking_amount',
    done: 'movement.banked',
    sources: ['bank'],
    source_field: null,
    memo: 'required',
  },
} as const satisfies Record<string, MovementTexts & { operation: OperationId }>;

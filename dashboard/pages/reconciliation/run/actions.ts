/** What can be decided about lines. */
import type { TextId } from '../../../words.ts';

export type Action = 'settle_payment' | 'book_payout' | 'book_fee' | 'ignore';

export const ACTIONS: readonly Action[] = ['settle_payment', 'book_payout', 'book_fee', 'ignore'];
/** Those that move money or complete payments: for all lines that they fit. */
export const ACTIONS_FOR_ALL: readonly Action[] = ['settle_payment', 'book_payout', 'book_fee'];

export const ACTION_NAMES: Record<string, TextId> & Record<Action, TextId> = {
  settle_payment: 'reconciliation.settle_payment',
  book_payout: 'reconciliation.book_payout',
  book_fee: 'reconciliation.book_fee',
  ignore: 'reconciliation.ignore',
};

/** The actions on lines. */
import type { TextId } from '../../../words.ts';

export type Action = 'settle_payment' | 'book_payout' | 'book_fee' | 'ignore';

export const ACTIONS: readonly Action[] = ['settle_payment', 'book_payout', 'book_fee', 'ignore'];
/** The actions that can be carried out on all lines at the same time. */
export const ACTIONS_FOR_ALL: readonly Action[] = ['settle_payment', 'book_payout', 'book_fee'];

export const ACTION_NAMES: Record<string, TextId> & Record<Action, TextId> = {
  settle_payment: 'reconciliation.settle_payment',
  book_payout: 'reconciliation.book_payout',
  book_fee: 'reconciliation.book_fee',
  ignore: 'reconciliation.ignore',
};

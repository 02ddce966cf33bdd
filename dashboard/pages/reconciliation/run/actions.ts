/** The actions on lines, and why they are suggested. */
import type { Line } from '../../../generated/wire.ts';
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

/** What is suggested for a line, and why, in words. */
export interface Suggestion {
  action: Action;
  name: TextId;
  why: TextId;
}

const WHY: Record<string, TextId> = {
  payment_not_completed: 'reconciliation.payment_not_completed',
  payout_not_paid: 'reconciliation.payout_not_paid',
  not_booked: 'reconciliation.not_booked',
  without_id: 'reconciliation.without_id',
};

/** @returns null where nothing is suggested, or nothing that this page knows */
export function suggestionOf({ suggested_action }: Line): Suggestion | null {
  const action = ACTIONS_FOR_ALL.find((each) => each === suggested_action?.action);
  const why = WHY[suggested_action?.reason ?? ''];
  return action && why ? { action, name: ACTION_NAMES[action], why } : null;
}

/** Whether a decision is awaited: it is not done, and none is under way. */
export function isLeft({ done, state }: Line): boolean {
  return done !== true && state !== 'resolved' && state !== 'awaiting_approval';
}
